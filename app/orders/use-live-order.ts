import { useCallback, useEffect, useState } from 'react';
import { latestOnly } from '#app/lib/latest-only.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { type FullOrder, readOrder } from './read-orders.ts';

interface LiveOrder {
  order: FullOrder;
  /** Whether the channel is connected; true until a disconnect is detected. */
  live: boolean;
  /** Reads the order again; a failure keeps the current data. */
  readAgain: () => Promise<void>;
}

/**
 * An order with live updates. Reads it again whenever the channel connects and the page becomes visible, as messages
 * may have been missed. Needs a `key` per order.
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
    let stop: (() => void) | undefined;
    let cancelled = false;
    loadSupabase()
      .then((supabase) => subscribeOrder(supabase, id, { onChange: readAgain, onConnection: setLive }))
      .then(
        (end) => {
          if (cancelled) end();
          else stop = end;
        },
        () => setLive(false),
      );
    const onVisible = () => document.visibilityState === 'visible' && void readAgain();
    const onOffline = () => setLive(false);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('offline', onOffline);
    addEventListener('online', readAgain);
    return () => {
      cancelled = true;
      stop?.();
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('offline', onOffline);
      removeEventListener('online', readAgain);
    };
  }, [id, readAgain]);

  return { order, live, readAgain };
}

interface Listener {
  /** Called on a change of the order, and after a reconnect. */
  onChange: () => void;
  onConnection: (connected: boolean) => void;
}

/**
 * Subscribes to an order's private channel, open to its shopper and to staff. The client reconnects by itself. @returns
 * unsubscribes
 */
async function subscribeOrder(
  supabase: Supabase,
  orderId: string,
  { onChange, onConnection }: Listener,
): Promise<() => void> {
  await supabase.realtime.setAuth();
  const channel = supabase
    .channel(`order:${orderId}`, { config: { private: true } })
    .on('broadcast', { event: '*' }, onChange)
    .subscribe((status) => {
      if (status === 'CLOSED') return;
      onConnection(status === 'SUBSCRIBED');
      if (status === 'SUBSCRIBED') onChange();
    });
  return () => void supabase.removeChannel(channel);
}
