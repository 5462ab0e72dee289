import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

function follow(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/**
 * Whether the device says that it has no connection, followed as it changes.
 * @param onBack called when the connection is back.
 */
export function useOffline(onBack: () => unknown): boolean {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    const told = () => void back();
    addEventListener('online', told);
    return () => removeEventListener('online', told);
  }, []);
  return useSyncExternalStore(
    follow,
    () => !navigator.onLine,
    () => false,
  );
}
