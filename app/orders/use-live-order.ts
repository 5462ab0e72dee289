import { useCallback, useEffect, useState } from 'react';
import { latestOnly } from '#app/lib/latest-only.ts';
import { subscribe } from '#app/lib/realtime-topics.ts';
import { type FullOrder, readOrder } from './read-orders.ts';

interface LiveOrder {
  order: FullOrder;
  /** Whether the channel is connected; true until a disconnect is detected. */
  live: boolean;
  /** Reads the order again; a failure keeps the current data. */
  readAgain: () => Promise<void>;
}

/**
 * An order with live updates. Reads it again whenever the channel connects and the page becomes visible, as updates may
 * have been missed. Needs a `key` per order.
 */
export function useLiveOrder(initial: FullOrder, userId: string): LiveOrder {
  const [order, setOrder] = useState(initial);
  const [live, setLive] = useState(true);
  const [newRequest] = useState(latestOnly);
  const { id } = initial;

  const readAgain = useCallback(async () => {
    const isCurrent = newRequest();
    const now = await readOrder(id, userId).catch(() => null);
    if (now && isCurrent()) setOrder(now);
  }, [id, userId, newRequest]);

  useEffect(() => {
    // The channel is open to the order's shopper and to staff.
    const unsubscribe = subscribe(`order:${id}`, (event) => {
      setLive(event !== 'lost');
      if (event !== 'lost') void readAgain();
    });
    const onVisible = () => document.visibilityState === 'visible' && void readAgain();
    const onOffline = () => setLive(false);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('offline', onOffline);
    addEventListener('online', readAgain);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('offline', onOffline);
      removeEventListener('online', readAgain);
    };
  }, [id, readAgain]);

  return { order, live, readAgain };
}
