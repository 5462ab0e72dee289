import { createContext, useContext } from 'react';
import type { ThemeChoice } from './theme.ts';

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
