import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { readChoice, type ThemeChoice, themeClass, themeKey } from './theme.ts';
import { ThemeContext } from './use-theme.ts';

const deviceQuery = '(prefers-color-scheme: dark)';

function stored(): ThemeChoice {
  try {
    return readChoice(localStorage.getItem(themeKey));
  } catch {
    return 'system';
  }
}

function store(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeKey, choice);
  } catch {
    // A browser that forbids storage keeps the choice for as long as the page is open.
  }
}

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
    setChoice(stored());
    show(stored());
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== themeKey && key !== null) return;
      setChoice(stored());
      show(stored());
    };
    const device = matchMedia(deviceQuery);
    const onDevice = () => show(stored());
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
        store(wanted);
        setChoice(wanted);
        show(wanted);
      },
    }),
    [choice],
  );
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}
