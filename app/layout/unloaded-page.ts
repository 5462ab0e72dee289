import { useEffect, useState } from 'react';
import { createPath, useNavigation } from 'react-router';
import { isReloading } from '#app/lib/reload-page.ts';

/** The code of a page could not be loaded. */
export class UnloadedPage extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`The code of ${address} did not load.`);
    this.address = address;
  }
}

/**
 * Throws `UnloadedPage` when the code of the next page fails to load. React Router would reload the page instead, which
 * leaves the store when offline.
 */
export function useUnloadedPage(): void {
  const { location } = useNavigation();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    // Without the Navigation API the page reloads.
    if (!('navigation' in window)) return;
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated || isReloading()) return;
      event.preventDefault();
      setRefused(true);
    };
    navigation.addEventListener('navigate', onNavigate);
    return () => navigation.removeEventListener('navigate', onNavigate);
  }, []);
  if (refused && location) throw new UnloadedPage(createPath(location));
}
