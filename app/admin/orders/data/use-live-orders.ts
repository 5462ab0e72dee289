import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { burst } from '../../live/coalesce.ts';
import { hearOrders, ordersHeard } from '../../live/staff-topics.ts';
import { type FreshOrder, followOrders } from './follow-orders.ts';

type LiveOrders = {
  /** What `ordersHeard` said before the page was read. */
  since: number;
  /** The one order that is shown; all of them without. */
  about?: string;
  /** The page is read again at most this often, in ms. */
  pace?: number;
};

/**
 * Reads the page again when one of the store's orders comes or moves, also while it was being read, and after a lost
 * connection. Returns the orders that came in since the page was opened, the latest last.
 */
export function useLiveOrders({ since, about, pace = burst }: LiveOrders): FreshOrder[] {
  const { revalidate } = useRevalidator();
  const [fresh, setFresh] = useState<FreshOrder[]>([]);
  const isBehind = useEffectEvent(() => ordersHeard() !== since);
  useEffect(
    () =>
      followOrders({
        ...{ hear: hearOrders, about, pace, behind: isBehind() },
        refresh: () => void revalidate(),
        onNew: (order) => setFresh((before) => [...before, order]),
      }),
    [about, pace, revalidate],
  );
  return fresh;
}
