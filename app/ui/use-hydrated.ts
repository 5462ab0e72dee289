import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Whether React runs this part of the page by now: false in the server's markup and until it is hydrated. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
