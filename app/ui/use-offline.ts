import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/**
 * Returns whether the device is offline.
 * @param onBack called when the connection is back.
 */
export function useOffline(onBack: () => unknown): boolean {
  const onOnline = useEffectEvent(onBack);
  useEffect(() => {
    const handleOnline = () => void onOnline();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
}
