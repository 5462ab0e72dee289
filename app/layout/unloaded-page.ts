import { useEffect, useState } from 'react';
import { createPath, useNavigation } from 'react-router';
import { isReloading } from '#app/lib/reload-page.ts';

/** A page whose code could not be fetched. */
export class UnloadedPage extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`The code of ${address} did not load.`);
    this.address = address;
  }
}

/**
 * Throws `UnloadedPage` when the code of the next page does not come. React Router reloads the page then, which without a
 * connection leaves the store; reloading is for the person to decide.
 */
export function useUnloadedPage(): void {
  const { location } = useNavigation();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    // A browser without the Navigation API reloads.
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
