import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Returns false in server markup and until hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
