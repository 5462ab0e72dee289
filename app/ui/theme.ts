import { createContext, useContext } from 'react';
/** The chosen theme; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system';

export const themeKey = 'souk-theme';

export const themeChoices: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** Parses a stored choice; unknown values become `system`, the default (docs/product.md, Theme). */
export function readChoice(stored: string | null | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** Returns the class of the root element for a choice and the device's preference. */
export function themeClass(choice: ThemeChoice, deviceIsDark: boolean): 'light' | 'dark' {
  if (choice === 'system') return deviceIsDark ? 'dark' : 'light';
  return choice;
}

/** Runs in the head before the first paint, so that no page flashes in the wrong theme. */
export const themeScript = `(()=>{let c;try{c=localStorage.getItem('${themeKey}')}catch{}const d=c==='dark'||c!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches;document.documentElement.classList.add(d?'dark':'light')})()`;

export type Theme = {
  choice: ThemeChoice;
  /** Stores and applies the choice. */
  choose: (choice: ThemeChoice) => void;
};

export const ThemeContext = createContext<Theme | undefined>(undefined);

/** Returns the theme and its setter; throws outside its provider (docs/product.md, Theme). */
export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (!theme) throw new Error('useTheme must be used within a ThemeProvider');
  return theme;
}
