import { useEffect, useState } from 'react';
import { loadingPage } from '#app/lib/loading-page.ts';
import { leaveReplacedBuild } from '#app/lib/new-build.ts';
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
 * Throws `UnloadedPage` when the code of the next page fails to load. If it is gone because the store was updated,
 * opens the page from the new build instead. React Router would reload the page being left, even offline, with no
 * option to disable that. It also reloads when prefetched code fails to load; that is ignored.
 */
export function useUnloadedPage(): void {
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    // Without the Navigation API the page reloads.
    if (!('navigation' in window)) return;
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated || isReloading()) return;
      event.preventDefault();
      const address = loadingPage();
      if (address)
        void leaveReplacedBuild(address).then((isLeaving) => {
          if (!isLeaving) setRefused(address);
        });
    };
    navigation.addEventListener('navigate', onNavigate);
    return () => navigation.removeEventListener('navigate', onNavigate);
  }, []);
  if (refused) throw new UnloadedPage(refused);
}
