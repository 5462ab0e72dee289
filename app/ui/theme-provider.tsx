import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { readChoice, type ThemeChoice, themeClass, themeKey } from './theme.ts';
import { ThemeContext } from './use-theme.ts';

const deviceQuery = '(prefers-color-scheme: dark)';

const kept = browserStorage(themeKey);

function show(choice: ThemeChoice): void {
  const { classList } = document.documentElement;
  const wanted = themeClass(choice, matchMedia(deviceQuery).matches);
  classList.toggle('dark', wanted === 'dark');
  classList.toggle('light', wanted === 'light');
}

/** Keeps the class on the page root in step with the choice, the device and other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>('system');

  useEffect(() => {
    // The device or another tab may have changed it since the head was read.
    setChoice(readChoice(kept.read()));
    show(readChoice(kept.read()));
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== themeKey && key !== null) return;
      setChoice(readChoice(kept.read()));
      show(readChoice(kept.read()));
    };
    const device = matchMedia(deviceQuery);
    const onDevice = () => show(readChoice(kept.read()));
    addEventListener('storage', onStorage);
    device.addEventListener('change', onDevice);
    return () => {
      removeEventListener('storage', onStorage);
      device.removeEventListener('change', onDevice);
    };
  }, []);

  const theme = useMemo(
    () => ({
      choice,
      choose: (wanted: ThemeChoice) => {
        kept.write(wanted);
        setChoice(wanted);
        show(wanted);
      },
    }),
    [choice],
  );
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}
