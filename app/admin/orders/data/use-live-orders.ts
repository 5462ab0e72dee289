import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { burst } from '../../live/coalesce.ts';
import { ordersChangeCount, subscribeToOrders } from '../../live/staff-topics.ts';
import { followOrders, type NewOrder } from './follow-orders.ts';

type LiveOrders = {
  /** Value of `ordersChangeCount` before loading. */
  loadedCount: number;
  /** Id of the shown order; all orders when omitted. */
  orderId?: string;
  /** Minimum interval between reloads, in ms. */
  interval?: number;
};

/**
 * Reloads the page's data when an order of the store is placed or changes, also while loading, and after a
 * reconnect. Returns the orders placed since the page was opened, latest last.
 */
export function useLiveOrders({ loadedCount, orderId, interval = burst }: LiveOrders): NewOrder[] {
  const { revalidate } = useRevalidator();
  const [newOrders, setNewOrders] = useState<NewOrder[]>([]);
  const isStale = useEffectEvent(() => ordersChangeCount() !== loadedCount);
  useEffect(
    () =>
      followOrders({
        ...{ subscribe: subscribeToOrders, orderId, interval, isStale: isStale() },
        refresh: () => void revalidate(),
        onNew: (order) => setNewOrders((current) => [...current, order]),
      }),
    [orderId, interval, revalidate],
  );
  return newOrders;
}
