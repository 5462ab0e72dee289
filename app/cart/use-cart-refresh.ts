import { useEffect, useState } from 'react';
import { useRootData } from '#app/lib/root-data.ts';
import { changeCart, useCart } from './cart-store.ts';
import { priceRules } from './pricing.ts';
import { asksFor, type CartChange, type FreshProduct, refreshCart } from './refresh-cart.ts';

async function read(ids: readonly string[], signal: AbortSignal): Promise<FreshProduct[]> {
  const response = await fetch(`/cart/products?ids=${ids.join(',')}`, { signal });
  if (!response.ok) throw new Error(`The store answered ${response.status}`);
  return (await response.json()) as FreshProduct[];
}

/** Asks the store once a visit whether prices and stock of what is in the cart still hold, and takes over what changed. */
export function useCartRefresh(): readonly CartChange[] {
  const ready = useCart((state) => state.ready);
  const { settings } = useRootData();
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  useEffect(() => {
    const { lines } = useCart.getState();
    if (!ready || lines.length === 0) return;
    const controller = new AbortController();
    const asks = asksFor(lines);
    Promise.all(asks.map((ids) => read(ids, controller.signal)))
      .then((answers) => {
        changeCart((lines) => {
          const fresh = refreshCart(lines, answers.flat(), asks.flat(), priceRules(settings));
          setChanges(fresh.changes);
          return fresh.lines;
        });
      })
      // The cart works without: the checkout asks again before anything is charged.
      .catch(() => {});
    return () => controller.abort();
  }, [ready, settings]);
  return changes;
}
