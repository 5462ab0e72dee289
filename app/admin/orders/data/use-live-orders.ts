import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { burst, coalesce } from '../../live/coalesce.ts';
import { ordersChangeCount, subscribeToOrders } from '../../live/staff-topics.ts';

/** A newly placed order; `total` in pounds. */
type NewOrder = { id: string; number: string; total: number };

type RefreshOptions = {
  subscribe: typeof subscribeToOrders;
  refresh: () => void;
  onNew: (order: NewOrder) => void;
  /** Id of the shown order; all orders when omitted. */
  orderId?: string;
  /** The data was loaded before the latest change. */
  isStale: boolean;
  /** Minimum interval between reloads, in ms. */
  interval: number;
};

/**
 * Reloads when an order of the store is placed or changes, and after a reconnect. Nothing is reloaded while
 * offline. Returns an unsubscribe function.
 */
export function refreshOnOrders({
  subscribe,
  refresh,
  onNew,
  orderId,
  isStale,
  interval,
}: RefreshOptions): () => void {
  const reloads = coalesce(interval);
  if (isStale) reloads.request(refresh);
  const unsubscribe = subscribe((event, { id, number, total }) => {
    if (event === 'lost' || (event !== 'joined' && orderId && id !== orderId)) return;
    if (event === 'insert') onNew({ id: String(id), number: String(number), total: Number(total) || 0 });
    reloads.request(refresh);
  });
  return () => {
    reloads.end();
    unsubscribe();
  };
}

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
  useEffect(() => {
    return refreshOnOrders({
      subscribe: subscribeToOrders,
      orderId,
      interval,
      isStale: isStale(),
      refresh: () => void revalidate(),
      onNew: (order) => setNewOrders((current) => [...current, order]),
    });
  }, [orderId, interval, revalidate]);
  return newOrders;
}
