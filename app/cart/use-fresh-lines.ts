import { useEffect, useState } from 'react';
import { useRootData } from '#app/shell/root-data.ts';
import { isOwnGarment } from './cart-line.ts';
import { refreshLines, useCart } from './cart-store.ts';
import { type CartChange, type FreshProduct, freshen } from './freshen.ts';
import { priceRules } from './pricing.ts';

/** Asks the store once a visit whether prices and stock of what is in the cart still hold, and takes over what changed. */
export function useFreshLines(): readonly CartChange[] {
  const ready = useCart((state) => state.ready);
  const { settings } = useRootData();
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  useEffect(() => {
    const { lines } = useCart.getState();
    if (!ready || lines.length === 0) return;
    const controller = new AbortController();
    const sold = lines.filter((line) => !isOwnGarment(line));
    const ids = [...new Set(sold.map((line) => line.product.id))].sort();
    fetch(`/cart/products?ids=${ids.join(',')}`, { signal: controller.signal })
      .then(async (response) => {
        if (!response.ok) return;
        const products = (await response.json()) as FreshProduct[];
        const fresh = freshen(useCart.getState().lines, products, priceRules(settings));
        if (fresh.changes.length > 0) refreshLines(fresh.lines);
        setChanges(fresh.changes);
      })
      // The cart works without: the checkout asks again before anything is charged.
      .catch(() => {});
    return () => controller.abort();
  }, [ready, settings]);
  return changes;
}
