import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { hearOrders } from '../live/staff-topics.ts';
import { type FreshOrder, followOrders } from './follow-orders.ts';

/** Long enough that a burst of orders is read once, short enough that nobody waits for it. */
const gather = 200;

/**
 * Reads the page again when one of the store's orders comes or moves, and after a lost connection, at most every
 * `pace` ms. `about` limits it to one order. Returns the orders that came in since the page was opened, the latest last.
 */
export function useLiveOrders({
  about,
  pace = gather,
}: {
  about?: string;
  pace?: number;
} = {}): FreshOrder[] {
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
