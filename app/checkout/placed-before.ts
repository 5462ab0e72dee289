import { useCallback, useEffect, useState } from 'react';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { withoutLines } from '#app/cart/cart-line.ts';
import { changeCart } from '#app/cart/cart-store.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { endAttempt, openAttempt } from './attempt.ts';
import type { EarlierOrder } from './earlier-order.ts';
import { orderedOf } from './ordered-lines.ts';

async function readOrderUnder(key: string, userId: string): Promise<EarlierOrder | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('orders')
    .select('id, number')
    .eq('tenant_id', pageTenant())
    .eq('user_id', userId)
    .eq('idempotency_key', key)
    .maybeSingle();
  return dataOf(answer);
}

/** Takes what an order holds out of the cart. */
async function takeOut(orderId: string): Promise<void> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('order_lines')
    .select('product_id, customization_id, customization, color, size, type, quantity')
    .eq('order_id', orderId)
    .eq('tenant_id', pageTenant())
    .order('position');
  const ordered = dataOf(answer);
  changeCart((lines) => withoutLines(lines, orderedOf(lines, ordered)));
}

export interface PlacedBefore {
  order: EarlierOrder | null;
  /** Asks the store whether the open attempt has made an order. */
  look: () => void;
  tell: (order: EarlierOrder) => void;
  /** The shopper knows of the order: what is placed from now on is another one. */
  forget: () => void;
  /** The shopper takes the order for what they wanted: its goods leave the cart. */
  accept: () => void;
}

/** Whether an attempt that seemed to fail has made an order after all; asked whenever the checkout is opened. */
export function usePlacedBefore(userId: string): PlacedBefore {
  const [order, setOrder] = useState<EarlierOrder | null>(null);
  const look = useCallback(() => {
    const key = openAttempt();
    if (!key) return;
    // Whoever cannot be told now is told when the order is placed: the store knows the key.
    readOrderUnder(key, userId).then(
      // It may have been told and decided about meanwhile.
      (found) => found && openAttempt() === key && setOrder(found),
      () => {},
    );
  }, [userId]);
  useEffect(look, [look]);
  const forget = useCallback(() => {
    endAttempt();
    setOrder(null);
  }, []);
  const accept = useCallback(() => {
    // Goods that stay for want of an answer can be taken out by hand.
    if (order) takeOut(order.id).catch(() => {});
    forget();
  }, [order, forget]);
  return { order, look, tell: setOrder, forget, accept };
}
