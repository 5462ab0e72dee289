import { useEffect, useState } from 'react';
import { debounceRandomly, onCatalogueChange } from '#app/product/live-catalogue.ts';
import type { CartLine } from './cart-line.ts';
import type { CartOffers, PricedCart } from './cart-offers.ts';

interface ShownOffers {
  offers: PricedCart | null;
  /** Names of offers that applied and ended while the cart was open. */
  over: readonly string[];
}

/** What offers give for the cart; null until that is known, and while it cannot be read: the checkout prices it again. */
export function useCartOffers(lines: readonly CartLine[]): ShownOffers {
  const [shown, setShown] = useState<ShownOffers & { lines: readonly CartLine[] }>({
    lines: [],
    offers: null,
    over: [],
  });
  useEffect(() => {
    if (lines.length === 0) return;
    const controller = new AbortController();
    const read = async () => {
      const { readCartOffers } = await import('./cart-offers.ts');
      const offers = await readCartOffers(lines, controller.signal);
      if (controller.signal.aborted) return;
      setShown((before) => ({
        lines,
        offers,
        // With other lines an offer ends because of them.
        over: before.lines === lines ? [...before.over, ...endedSince(before.offers, offers)] : [],
      }));
    };
    const tryToRead = () => void read().catch(() => {});
    const readSoon = debounceRandomly(tryToRead);
    tryToRead();
    const stop = onCatalogueChange(({ kind }) => kind === 'discount' && readSoon());
    return () => {
      controller.abort();
      stop();
      readSoon.cancel();
    };
  }, [lines]);
  return shown.lines === lines ? shown : { offers: null, over: [] };
}

const endedSince = (before: CartOffers | null, now: CartOffers): string[] =>
  (before?.applied ?? [])
    .filter(({ id }) => !now.applied.some((one) => one.id === id))
    .map(({ name }) => name);
