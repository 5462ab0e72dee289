/** What a person chose; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** Where the choice lies in browser storage. */
export const themeKey = 'souk-theme';

export const themeChoices: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** A stored value as a choice; anything unknown is `system`, the default (spec section 4). */
export function readChoice(stored: string | null | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** The class the page root carries for a choice on a device that prefers dark or not. */
export function themeClass(choice: ThemeChoice, deviceIsDark: boolean): 'light' | 'dark' {
  if (choice === 'system') return deviceIsDark ? 'dark' : 'light';
  return choice;
}

/** Runs in the head before anything is painted, so that no page flashes in the wrong theme. */
export const themeScript = `(()=>{let c;try{c=localStorage.getItem('${themeKey}')}catch{}const d=c==='dark'||c!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches;document.documentElement.classList.add(d?'dark':'light')})()`;
