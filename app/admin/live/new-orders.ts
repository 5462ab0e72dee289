import { useEffect } from 'react';
import { href, useLocation } from 'react-router';
import { createStore, useStore } from 'zustand';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { hearOrders } from './staff-topics.ts';

const unseen = createStore<{ count: number; live: boolean }>(() => ({ count: 0, live: false }));

/** When the latest order that is known here came in, by the store's clock; '' before anything is known. */
let knownUntil = '';

/** Counts the orders placed while the channel was closed; the first call only finds out which order is the latest. */
async function missed(): Promise<number> {
  const supabase = await loadSupabase();
  let orders = supabase.from('orders').select('created_at', { count: 'exact' }).eq('tenant_id', pageTenant());
  if (knownUntil) orders = orders.gt('created_at', knownUntil);
  const answer = await orders.order('created_at', { ascending: false }).limit(1);
  const [latest] = dataOf(answer);
  const count = knownUntil ? (answer.count ?? 0) : 0;
  // The earliest of times, for a store without orders: the first one counts.
  knownUntil = latest?.created_at || knownUntil || new Date(0).toISOString();
  return count;
}

/** Counts the orders that came in since somebody here last looked at the orders. Once, in the frame. */
export function useNewOrderCounting(): void {
  const looking = useLocation().pathname === href('/admin/orders');
  useEffect(() => {
    const add = (more: number) => {
      if (!looking && more > 0) unseen.setState(({ count }) => ({ count: count + more }));
    };
    if (looking) unseen.setState({ count: 0 });
    return hearOrders((event, { created_at }) => {
      if (event === 'joined' || event === 'lost') unseen.setState({ live: event === 'joined' });
      if (event === 'joined') void missed().then(add, () => undefined);
      if (event !== 'insert') return;
      if (typeof created_at === 'string') knownUntil = created_at;
      add(1);
    });
  }, [looking]);
}

/** How many orders came in since somebody here last looked at the orders. */
export function useNewOrders(): number {
  return useStore(unseen, ({ count }) => count);
}

/** Whether the channel of new orders is open. */
export function useOrdersLive(): boolean {
  return useStore(unseen, ({ live }) => live);
}
