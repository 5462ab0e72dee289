import { useEffect } from 'react';
import { href, useLocation } from 'react-router';
import { createStore, useStore } from 'zustand';
import { amongStores, officeStores } from '#app/auth/office-stores.ts';
import { pageSession } from '#app/auth/session.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { subscribeToOrders } from './staff-topics.ts';

const newOrders = createStore<{ count: number; live: boolean }>(() => ({ count: 0, live: false }));

/** Time of the latest order already counted, by the database's clock; '' before the first count. */
let countedUntil = '';

/** Counts the orders placed while the channel was closed; the first call only finds the latest order. */
async function countMissed(): Promise<number> {
  const supabase = await loadSupabase();
  const stores = officeStores(pageSession.getState().user, 'orders.see');
  let orders = supabase
    .from('orders')
    .select('created_at', { count: 'exact' })
    .filter('tenant_id', ...amongStores(stores));
  if (countedUntil) orders = orders.gt('created_at', countedUntil);
  const answer = await orders.order('created_at', { ascending: false }).limit(1);
  const [latest] = dataOf(answer);
  const count = countedUntil ? (answer.count ?? 0) : 0;
  // The epoch for a store without orders, so that its first order counts.
  countedUntil = latest?.created_at || countedUntil || new Date(0).toISOString();
  return count;
}

/** Counts the orders placed since the list of orders was last open. Used once, in the layout. */
export function useNewOrderCounting(): void {
  const onOrdersPage = useLocation().pathname === href('/admin/orders');
  useEffect(() => {
    const add = (more: number) => {
      if (!onOrdersPage && more > 0) newOrders.setState(({ count }) => ({ count: count + more }));
    };
    if (onOrdersPage) newOrders.setState({ count: 0 });
    return subscribeToOrders((event, { created_at }) => {
      if (event === 'joined' || event === 'lost') newOrders.setState({ live: event === 'joined' });
      if (event === 'joined') void countMissed().then(add, () => undefined);
      if (event !== 'insert') return;
      if (typeof created_at === 'string') countedUntil = created_at;
      add(1);
    });
  }, [onOrdersPage]);
}

/** Returns the number of orders placed since the list of orders was last open. */
export function useNewOrders(): number {
  return useStore(newOrders, ({ count }) => count);
}

/** Returns whether the orders channel is connected. */
export function useOrdersLive(): boolean {
  return useStore(newOrders, ({ live }) => live);
}
