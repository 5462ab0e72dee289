import { useEffect, useMemo, useState } from 'react';
import type { CartLine } from '#app/cart/cart-line.ts';
import { productIdBatches } from '#app/cart/refresh-cart.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { debounceRandomly, onCatalogueChange } from '#app/product/live-catalogue.ts';
import type { CheckoutChoices, OrderPlace } from './order-document.ts';
import { isOfCode, isOfPoints, type Quote, type QuoteState, quoteOrder, withoutRefused } from './quote.ts';

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

/** The latest quote, and the request that it answers. */
interface Answer {
  asked: object | null;
  quote: Quote | null;
  refusal: string;
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
  const [news, setNews] = useState(0);
  const pricing = useQuote(lines, choices, place, attempt, news);
  const { quote } = pricing;
  useEffect(() => {
    const priceSoon = debounceRandomly(() => setNews((times) => times + 1));
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
 * The database's quote for the cart; the previous one stays while a new one loads. A changed `attempt` requests it again,
 * a changed `news` too, without setting `busy`.
 */
function useQuote(
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  place: OrderPlace | null,
  attempt: number,
  news: number,
): QuoteState {
  const { shippingMethod, discountCode, points, storeCredit, gift } = choices;
  const asked = useMemo(
    () => ({ lines, choices: { shippingMethod, discountCode, points, storeCredit, gift }, place, attempt }),
    [lines, shippingMethod, discountCode, points, storeCredit, gift, place, attempt],
  );
  const [answer, setAnswer] = useState<Answer>({ asked: null, quote: null, refusal: '' });
  useEffect(() => {
    if (asked.lines.length === 0) return;
    let outdated = false;
    quoteOrder(asked.lines, asked.choices, asked.place).then(
      (quote) => !outdated && setAnswer({ asked, quote, refusal: '' }),
      (error: unknown) => {
        const refusal = refusalMessage(error) ?? 'unreachable';
        if (!outdated) setAnswer((before) => ({ ...before, asked, refusal }));
      },
    );
    return () => {
      outdated = true;
    };
  }, [asked, news]);
  // Compared and not kept, since an effect would say it only after a render that shows the old quote as current.
  return { quote: answer.quote, refusal: answer.refusal, busy: answer.asked !== asked };
}
