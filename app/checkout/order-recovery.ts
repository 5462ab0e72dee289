import { useCallback, useEffect, useState } from 'react';
import { withoutLines } from '#app/cart/cart-line.ts';
import { changeCart } from '#app/cart/cart-store.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { clearCheckoutDraft } from './checkout-draft.ts';
import { clearKey, pendingKey } from './idempotency-key.ts';
import type { EarlierOrder } from './order-refusal.ts';
import { orderedOf } from './ordered-lines.ts';

async function findOrder(key: string): Promise<EarlierOrder | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .rpc('order_by_key', { p_tenant_id: pageTenant(), p_idempotency_key: key }, { get: true })
    .select('id, number')
    .maybeSingle();
  return dataOf(answer);
}

/** Removes an order's items from the cart. */
async function removeFromCart(orderId: string): Promise<void> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('order_lines')
    .select('product_id, variant_id, customization_id, customization, color, size, type, quantity')
    .eq('order_id', orderId)
    .eq('tenant_id', pageTenant())
    .order('position');
  const ordered = dataOf(answer);
  changeCart((lines) => withoutLines(lines, orderedOf(lines, ordered)));
}

export interface OrderRecovery {
  order: EarlierOrder | null;
  /** Checks whether the pending key has an order. */
  check: () => void;
  /** Sets the order named in a refusal. */
  report: (order: EarlierOrder) => void;
  /** Keeps the earlier order and places another: the next request uses a new key. */
  dismiss: () => void;
  /** Accepts the earlier order and removes its items from the cart. */
  accept: () => void;
}

/** Finds the order of a request whose response was lost, on every visit to the checkout. */
export function useOrderRecovery(userId: string): OrderRecovery {
  const [order, setOrder] = useState<EarlierOrder | null>(null);
  const check = useCallback(() => {
    const key = pendingKey();
    if (!key) return;
    // A failed check is harmless: placing the order again returns the existing one.
    findOrder(key).then(
      // The shopper may have decided meanwhile.
      (order) => order && pendingKey() === key && setOrder(order),
      () => {},
    );
  }, []);
  useEffect(check, [check]);
  const dismiss = useCallback(() => {
    clearKey();
    setOrder(null);
  }, []);
  const accept = useCallback(() => {
    // After a failure the items can be removed by hand.
    if (order) removeFromCart(order.id).catch(() => {});
    clearCheckoutDraft(userId);
    dismiss();
  }, [order, dismiss, userId]);
  return { order, check, report: setOrder, dismiss, accept };
}
