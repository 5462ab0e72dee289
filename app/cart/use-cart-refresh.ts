import { useEffect, useState } from 'react';
import { useRootData } from '#app/lib/root-data.ts';
import { onCatalogueChange, soon } from '#app/product/live-catalogue.ts';
import { changeCart, useCart } from './cart-store.ts';
import { asksFor, type CartChange, type FreshProduct, refreshCart } from './refresh-cart.ts';
import { priceRules } from './unit-price.ts';

async function read(ids: readonly string[], signal: AbortSignal): Promise<FreshProduct[]> {
  const response = await fetch(`/cart/products?ids=${ids.join(',')}`, { signal });
  if (!response.ok) throw new Error(`The store answered ${response.status}`);
  return (await response.json()) as FreshProduct[];
}

/**
 * Asks the store whether prices and stock of what is in the cart still hold, once a visit and when one of the products
 * changes, and takes over what did.
 */
export function useCartRefresh(): readonly CartChange[] {
  const ready = useCart((state) => state.ready);
  const { settings } = useRootData();
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  useEffect(() => {
    if (!ready) return;
    const controller = new AbortController();
    const refresh = async () => {
      const asks = asksFor(useCart.getState().lines);
      const answers = await Promise.all(asks.map((ids) => read(ids, controller.signal)));
      changeCart((lines) => {
        const fresh = refreshCart(lines, answers.flat(), asks.flat(), priceRules(settings));
        setChanges((before) => (fresh.changes.length > 0 ? fresh.changes : before));
        return fresh.lines;
      });
    };
    // The cart works without: the checkout asks again before anything is charged.
    const tryToRefresh = () => void refresh().catch(() => {});
    const refreshSoon = soon(tryToRefresh);
    if (useCart.getState().lines.length > 0) tryToRefresh();
    const stop = onCatalogueChange(({ kind, ids }) => {
      const held = asksFor(useCart.getState().lines).flat();
      if ((kind === 'product' || kind === 'stock') && held.some((id) => ids?.includes(id) ?? true))
        refreshSoon();
    });
    return () => {
      stop();
      refreshSoon.cancel();
      controller.abort();
    };
  }, [ready, settings]);
  return changes;
}
