import { useCallback, useEffect, useState } from 'react';
import { latestOnly } from '#app/lib/latest-only.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { type FullOrder, readOrder } from './read-orders.ts';

interface LiveOrder {
  order: FullOrder;
  /** Whether the channel is open; true until the connection is known to be lost. */
  live: boolean;
  /** Reads the order again; what cannot be read leaves the page as it is. */
  readAgain: () => Promise<void>;
}

/**
 * An order that follows its changes in the store. It is read again whenever the channel opens and when the page becomes
 * visible, since messages may have been missed. Needs a `key` for each order.
 */
export function useLiveOrder(given: FullOrder, userId: string): LiveOrder {
  const [order, setOrder] = useState(given);
  const [live, setLive] = useState(true);
  const [ask] = useState(latestOnly);
  const { id } = given;

  const readAgain = useCallback(async () => {
    const isNews = ask();
    const now = await readOrder(id, userId).catch(() => null);
    if (now && isNews()) setOrder(now);
  }, [id, userId, ask]);

  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    loadSupabase()
      .then((supabase) => subscribeOrder(supabase, id, { onChange: readAgain, onConnection: setLive }))
      .then(
        (end) => {
          if (gone) end();
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
      gone = true;
      stop?.();
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('offline', onOffline);
      removeEventListener('online', readAgain);
    };
  }, [id, readAgain]);

  return { order, live, readAgain };
}

interface Listener {
  /** The order changed, or may have changed while the connection was lost. */
  onChange: () => void;
  onConnection: (connected: boolean) => void;
}

/**
 * Subscribes to an order's private channel, which the database opens to its shopper and to staff. The client rejoins by
 * itself after a lost connection. @returns unsubscribes.
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
