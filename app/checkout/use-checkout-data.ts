import { useEffect, useState } from 'react';
import { readAddresses, type SavedAddress } from '#app/addresses/addresses-data.ts';
import type { CartLine } from '#app/cart/cart-line.ts';
import { dataOf, sentenceOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { CheckoutChoices } from './order-document.ts';
import { type QuoteState, quoteOrder } from './quote.ts';

/** A delivery time that can be chosen. */
export interface OpenSlot {
  id: string;
  /** ISO day. */
  day: string;
  /** Times as HH:MM:SS on the shop's clock. */
  from: string;
  to: string;
  /** Places left; null where they are not counted. */
  places: number | null;
  /** Until when it can be chosen, ISO 8601. */
  closesAt: string;
}

/** Saved addresses and the delivery times of the coming two weeks. */
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

/** The database's price of the cart with the choices made so far; the last good one stays while a new one is asked for. */
export function useQuote(lines: readonly CartLine[], choices: CheckoutChoices, again: number): QuoteState {
  const [state, setState] = useState<QuoteState>({ quote: null, refusal: '', busy: true });
  const { shippingMethod, discountCode, points } = choices;
  useEffect(() => {
    if (lines.length === 0 || again < 0) return;
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
  }, [lines, shippingMethod, discountCode, points, again]);
  return state;
}
