import { useEffect, useState } from 'react';
import type { AddressInput } from '#app/addresses/address-form.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { errorMessage } from '../../ui/error-message.ts';
import type { PickedLine } from '../lines/line-picker.tsx';
import { type NewOrderQuote, quoteFor } from './new-order-data.ts';
import { type Priced, quoteForDocument } from './order-for.ts';

/** Debounce of changes, in ms. */
const pause = 300;

/**
 * Prices an unsaved order, again after each change. `quote` is null until priced, `why` is the reason when
 * there is no price.
 */
export function useNewOrderQuote(
  lines: readonly PickedLine[],
  order: Priced,
  place: Pick<Partial<AddressInput>, 'governorate' | 'city'>,
) {
  const [priced, setPriced] = useState<{ document: string; quote: NewOrderQuote | null; why: string } | null>(
    null,
  );
  const document =
    lines.length > 0
      ? JSON.stringify(quoteForDocument(pageTenant(), lines, { ...order, code: order.code.trim() }, place))
      : '';
  useEffect(() => {
    if (!document || priced?.document === document) return;
    let current = true;
    const timer = setTimeout(async () => {
      const result = await quoteFor(JSON.parse(document)).then(
        (quote) => ({ document, quote, why: '' }),
        (error: unknown) => ({ document, quote: null, why: errorMessage(error) }),
      );
      if (current) setPriced(result);
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [document, priced]);
  const { quote, why } = priced?.document === document ? priced : { quote: null, why: '' };
  return {
    quote,
    why,
    busy: document !== '' && !quote && !why,
    /** Prices the order again, such as after it could not be placed. */
    refresh: () => setPriced(null),
  };
}
