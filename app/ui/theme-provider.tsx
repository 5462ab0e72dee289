import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { readChoice, type ThemeChoice, ThemeContext, themeClass, themeKey } from './theme.ts';

const deviceQuery = '(prefers-color-scheme: dark)';

const storage = browserStorage(themeKey);

function applyTheme(choice: ThemeChoice): void {
  const { classList } = document.documentElement;
  const themeName = themeClass(choice, matchMedia(deviceQuery).matches);
  classList.toggle('dark', themeName === 'dark');
  classList.toggle('light', themeName === 'light');
}

/** Keeps the theme class on the root element in sync with the choice, the device and other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>('system');

  useEffect(() => {
    const sync = () => {
      const stored = readChoice(storage.read());
      setChoice(stored);
      applyTheme(stored);
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === themeKey || key === null) sync();
    };
    // The device's or another tab's choice may have changed since the head script ran.
    sync();
    const device = matchMedia(deviceQuery);
    addEventListener('storage', onStorage);
    device.addEventListener('change', sync);
    return () => {
      removeEventListener('storage', onStorage);
      device.removeEventListener('change', sync);
    };
  }, []);

  const theme = useMemo(
    () => ({
      choice,
      choose: (next: ThemeChoice) => {
        storage.write(next);
        setChoice(next);
        applyTheme(next);
      },
    }),
    [choice],
  );
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}
