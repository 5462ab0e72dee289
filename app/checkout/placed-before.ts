import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { endAttempt, openAttempt } from './attempt.ts';

/** The order that an earlier attempt made, whose answer never came. */
export interface EarlierOrder {
  id: string;
  number: string;
}

const facts = z.object({ order_id: z.string(), number: z.string() });

/** The order that a refusal of `place_order` says to stand under the attempt's key; null when it is another refusal. */
export function earlierOrderOf(error: unknown): EarlierOrder | null {
  if (!(error instanceof BackendError) || error.details !== 'already_placed') return null;
  const { order_id: id, number } = facts.parse(JSON.parse(error.hint));
  return { id, number };
}

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

export interface PlacedBefore {
  order: EarlierOrder | null;
  /** Asks the store whether the open attempt has made an order. */
  look: () => void;
  tell: (order: EarlierOrder) => void;
  /** The shopper knows of the order: what is placed from now on is another one. */
  forget: () => void;
}

/** Whether an attempt that seemed to fail has made an order after all; asked whenever the checkout is opened. */
export function usePlacedBefore(userId: string): PlacedBefore {
  const [order, setOrder] = useState<EarlierOrder | null>(null);
  const look = useCallback(() => {
    const key = openAttempt();
    if (!key) return;
    // Whoever cannot be told now is told when the order is placed: the store knows the key.
    readOrderUnder(key, userId).then(setOrder, () => {});
  }, [userId]);
  useEffect(look, [look]);
  const forget = useCallback(() => {
    endAttempt();
    setOrder(null);
  }, []);
  return { order, look, tell: setOrder, forget };
}
