import { useEffect, useState } from 'react';
import type { CartLine } from '#app/cart/cart-line.ts';
import { asksFor } from '#app/cart/refresh-cart.ts';
import { onCatalogueChange, soon } from '#app/product/live-catalogue.ts';
import type { CheckoutChoices } from './order-document.ts';
import { isOfCode, type QuoteState, withoutRefused } from './quote.ts';
import { useQuote } from './use-checkout-data.ts';

const noChoices: CheckoutChoices = { shippingMethod: 'standard', discountCode: '', points: 0 };

interface Choices {
  choices: CheckoutChoices;
  change: (changed: Partial<CheckoutChoices>) => void;
  /** Why the discount code that was tried last does not count. */
  codeRefusal: string;
  pricing: QuoteState;
  /** Asks for the price once more. */
  priceAgain: () => void;
}

/** Kinds of changes beside those of products that may change a price. */
const pricedBy = ['settings', 'discount', 'slot'];

const holds = (lines: readonly CartLine[], ids: readonly string[] | null | undefined) =>
  asksFor(lines)
    .flat()
    .some((id) => ids?.includes(id) ?? true);

/** What is chosen that changes the price, and the price; what does not count is let go and said. */
export function useChoices(lines: readonly CartLine[]): Choices {
  const [choices, setChoices] = useState(noChoices);
  const [codeRefusal, setCodeRefusal] = useState('');
  const [asked, setAsked] = useState(0);
  const pricing = useQuote(lines, choices, asked);
  const { quote } = pricing;
  useEffect(() => {
    const priceSoon = soon(() => setAsked((times) => times + 1));
    const stop = onCatalogueChange(({ kind, ids }) => {
      const bought = kind !== 'product' && kind !== 'stock' ? pricedBy.includes(kind) : holds(lines, ids);
      if (bought) priceSoon();
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
    setChoices((made) => withoutRefused(made, quote));
  }, [quote]);
  return {
    choices,
    change: (changed) => {
      if (changed.discountCode !== undefined) setCodeRefusal('');
      setChoices((made) => ({ ...made, ...changed }));
    },
    codeRefusal,
    pricing,
    priceAgain: () => setAsked((times) => times + 1),
  };
}
