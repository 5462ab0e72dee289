import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { burst } from '../live/gathered.ts';
import { hearOrders } from '../live/staff-topics.ts';
import { type FreshOrder, followOrders } from './follow-orders.ts';

/**
 * Reads the page again when one of the store's orders comes or moves, and after a lost connection, at most every
 * `pace` ms. `about` limits it to one order. Returns the orders that came in since the page was opened, the latest last.
 */
export function useLiveOrders({ about, pace = burst }: { about?: string; pace?: number } = {}): FreshOrder[] {
  const { revalidate } = useRevalidator();
  const [fresh, setFresh] = useState<FreshOrder[]>([]);
  useEffect(
    () =>
      followOrders({
        ...{ hear: hearOrders, about, pace },
        refresh: () => void revalidate(),
        onNew: (order) => setFresh((before) => [...before, order]),
      }),
    [about, pace, revalidate],
  );
  return fresh;
}
