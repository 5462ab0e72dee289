import { useEffect, useState } from 'react';
import type { CartLine } from '#app/cart/cart-line.ts';
import { productIdBatches } from '#app/cart/refresh-cart.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { debounceRandomly, onCatalogueChange } from '#app/product/live-catalogue.ts';
import type { CheckoutChoices, OrderPlace } from './order-document.ts';
import { isOfCode, isOfPoints, type QuoteState, quoteOrder, withoutRefused } from './quote.ts';

interface CheckoutQuote {
  choices: CheckoutChoices;
  change: (changed: Partial<CheckoutChoices>) => void;
  /** Why the last discount code was refused. */
  codeRefusal: string;
  /** How many points are left, when fewer than were chosen. */
  pointsLeft: number | null;
  pricing: QuoteState;
  /** Requests a new quote. */
  priceAgain: () => void;
}

/** Change events, besides those of products, that may affect the price. */
const pricingKinds = ['settings', 'discount', 'slot', 'zone'];

const containsProduct = (lines: readonly CartLine[], ids: readonly string[] | null | undefined) =>
  productIdBatches(lines)
    .flat()
    .some((id) => ids?.includes(id) ?? true);

/**
 * The choices that affect the price, and their quote for a place. Returns the same object until something changes;
 * refused choices are removed and reported.
 */
export function useCheckoutQuote(
  lines: readonly CartLine[],
  initial: CheckoutChoices,
  place: OrderPlace | null,
): CheckoutQuote {
  const [choices, setChoices] = useState(initial);
  const [codeRefusal, setCodeRefusal] = useState('');
  const [pointsLeft, setPointsLeft] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const pricing = useQuote(lines, choices, place, attempt);
  const { quote } = pricing;
  useEffect(() => {
    const priceSoon = debounceRandomly(() => setAttempt((times) => times + 1));
    const stop = onCatalogueChange(({ kind, ids }) => {
      const affectsPrice =
        kind !== 'product' && kind !== 'stock' ? pricingKinds.includes(kind) : containsProduct(lines, ids);
      if (affectsPrice) priceSoon();
    });
    return () => {
      stop();
      priceSoon.cancel();
    };
  }, [lines]);
  useEffect(() => {
    if (!quote) return;
    const ofCode = quote.problems.find(({ code }) => isOfCode(code));
    if (ofCode) setCodeRefusal(ofCode.message);
    if (quote.problems.some(({ code }) => isOfPoints(code))) setPointsLeft(quote.points_balance ?? 0);
    setChoices((choices) => withoutRefused(choices, quote));
  }, [quote]);
  return {
    choices,
    change: (changed) => {
      if (changed.discountCode !== undefined) setCodeRefusal('');
      if (changed.points !== undefined) setPointsLeft(null);
      setChoices((choices) => ({ ...choices, ...changed }));
    },
    codeRefusal,
    pointsLeft,
    pricing,
    priceAgain: () => setAttempt((times) => times + 1),
  };
}

/**
 * The database's quote for the cart; the previous one stays while a new one loads. Changing `attempt` requests it
 * again.
 */
function useQuote(
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  place: OrderPlace | null,
  attempt: number,
): QuoteState {
  const [state, setState] = useState<QuoteState>({ quote: null, refusal: '', busy: true });
  const { shippingMethod, discountCode, points, storeCredit } = choices;
  useEffect(() => {
    if (lines.length === 0) return;
    let outdated = false;
    setState((before) => ({ ...before, busy: true }));
    quoteOrder(lines, { shippingMethod, discountCode, points, storeCredit }, place).then(
      (quote) => !outdated && setState({ quote, refusal: '', busy: false }),
      (error: unknown) => {
        const refusal = refusalMessage(error) ?? 'unreachable';
        if (!outdated) setState((before) => ({ ...before, refusal, busy: false }));
      },
    );
    return () => {
      outdated = true;
    };
  }, [lines, shippingMethod, discountCode, points, storeCredit, place, attempt]);
  return state;
}
