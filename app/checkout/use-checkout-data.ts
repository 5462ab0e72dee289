import { useEffect, useState } from 'react';
import { readAddresses, type SavedAddress } from '#app/addresses/addresses-data.ts';
import type { CartLine } from '#app/cart/cart-line.ts';
import { dataOf, sentenceOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { CheckoutChoices } from './order-document.ts';
import { type QuoteState, quoteOrder } from './quote.ts';

/** A delivery slot that can be ordered. */
export interface OpenSlot {
  id: string;
  /** ISO date. */
  day: string;
  /** HH:MM:SS in the store's time zone. */
  from: string;
  to: string;
  /** Remaining places; null for unlimited. */
  places: number | null;
  /** Closing time, ISO 8601. */
  closesAt: string;
}

/** Reads saved addresses and the delivery slots of the next two weeks. */
export async function readCheckout(
  userId: string,
): Promise<{ addresses: SavedAddress[]; slots: OpenSlot[] }> {
  const supabase = await loadSupabase();
  const [addresses, slots] = await Promise.all([
    readAddresses(userId),
    supabase.rpc('available_slots', { p_tenant_id: pageTenant() }),
  ]);
  return {
    addresses,
    slots: dataOf(slots).map((slot) => ({
      id: slot.slot_id,
      day: slot.day,
      from: slot.from_time,
      to: slot.to_time,
      places: slot.places_left,
      closesAt: slot.closes_at,
    })),
  };
}

/**
 * The database's quote for the cart; the last one stays while a new one loads. A change of `attempt` requests it again.
 */
export function useQuote(lines: readonly CartLine[], choices: CheckoutChoices, attempt: number): QuoteState {
  const [state, setState] = useState<QuoteState>({ quote: null, refusal: '', busy: true });
  const { shippingMethod, discountCode, points } = choices;
  useEffect(() => {
    if (lines.length === 0 || attempt < 0) return;
    let outdated = false;
    setState((before) => ({ ...before, busy: true }));
    loadSupabase()
      .then((supabase) => quoteOrder(supabase, pageTenant(), lines, { shippingMethod, discountCode, points }))
      .then(
        (quote) => !outdated && setState({ quote, refusal: '', busy: false }),
        (error: unknown) => {
          const refusal = sentenceOf(error) ?? 'unreachable';
          if (!outdated) setState((before) => ({ ...before, refusal, busy: false }));
        },
      );
    return () => {
      outdated = true;
    };
  }, [lines, shippingMethod, discountCode, points, attempt]);
  return state;
}
