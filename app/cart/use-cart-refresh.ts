import { useEffect, useState } from 'react';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { debounceRandomly, onCatalogueChange } from '#app/product/live-catalogue.ts';
import { useRootData } from '#app/store/root-data.ts';
import { changeCart, useCart } from './cart-store.ts';
import { type CartChange, type FreshProduct, productIdBatches, refreshCart } from './refresh-cart.ts';
import { priceRules } from './unit-price.ts';

async function read(ids: readonly string[], signal: AbortSignal): Promise<FreshProduct[]> {
  const response = await fetch(pathInPageLanguage(`/cart/products?ids=${ids.join(',')}`), { signal });
  if (!response.ok) throw new Error(`The store answered ${response.status}`);
  return (await response.json()) as FreshProduct[];
}

interface RefreshedCart {
  changes: readonly CartChange[];
  /** The cart's products as the store has them; null until they are read, empty if that failed. */
  products: readonly FreshProduct[] | null;
}

/** Refreshes prices and stock of the cart once per visit and when one of its products changes. */
export function useCartRefresh(): RefreshedCart {
  const ready = useCart((state) => state.ready);
  const { settings } = useRootData();
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  const [products, setProducts] = useState<readonly FreshProduct[] | null>(null);
  useEffect(() => {
    if (!ready) return;
    const controller = new AbortController();
    const refresh = async () => {
      const batches = productIdBatches(useCart.getState().lines);
      const fetched = await Promise.all(batches.map((ids) => read(ids, controller.signal)));
      setProducts(fetched.flat());
      changeCart((lines) => {
        const fresh = refreshCart(lines, fetched.flat(), batches.flat(), priceRules(settings));
        setChanges((before) => (fresh.changes.length > 0 ? fresh.changes : before));
        return fresh.lines;
      });
    };
    // The cart works without a refresh; the checkout prices it again.
    const tryToRefresh = () => void refresh().catch(() => setProducts((before) => before ?? []));
    const refreshSoon = debounceRandomly(tryToRefresh);
    if (useCart.getState().lines.length > 0) tryToRefresh();
    const stop = onCatalogueChange(({ kind, ids }) => {
      const productIds = productIdBatches(useCart.getState().lines).flat();
      if ((kind === 'product' || kind === 'stock') && productIds.some((id) => ids?.includes(id) ?? true))
        refreshSoon();
    });
    return () => {
      stop();
      refreshSoon.cancel();
      controller.abort();
    };
  }, [ready, settings]);
  return { changes, products };
}
