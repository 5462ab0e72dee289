import { useContext, useEffect, useState } from 'react';
import { createPath, type Location, UNSAFE_DataRouterContext } from 'react-router';
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
 * leaves the store when offline. It reloads as well when prefetched code fails to load, which is ignored.
 */
export function useUnloadedPage(): void {
  // `useNavigation` returns a navigation once it is rendered, which may be after its code has failed.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [refused, setRefused] = useState<Location | null>(null);
  useEffect(() => {
    // Without the Navigation API the page reloads.
    if (!('navigation' in window)) return;
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated || isReloading()) return;
      event.preventDefault();
      setRefused(router?.state.navigation.location ?? null);
    };
    navigation.addEventListener('navigate', onNavigate);
    return () => navigation.removeEventListener('navigate', onNavigate);
  }, [router]);
  if (refused) throw new UnloadedPage(createPath(refused));
}
