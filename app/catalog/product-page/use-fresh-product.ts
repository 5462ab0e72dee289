import { useEffect, useRef } from 'react';
import { href, useRevalidator } from 'react-router';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { type Changing, hasChanged } from '../live/has-changed.ts';

/** Milliseconds somebody looks at a page before it listens. */
const dwell = 2000;

/** Milliseconds after a change at which the page asks again: the page cache hears of it at the same time as we do. */
const asks = [500, 3000];

const kinds = ['product', 'stock', 'review'];

async function hear(
  productId: string,
  { onChange, onBegin }: { onChange: () => void; onBegin: () => void },
): Promise<() => void> {
  const { hearCatalogue } = await import('../live/catalogue-channel.ts');
  const { backendUrl, backendKey } = document.documentElement.dataset;
  return hearCatalogue({
    backend: backendUrl || location.origin,
    key: backendKey ?? '',
    tenantId: pageTenant(),
    onBegin,
    onChange({ kind, ids }) {
      if (kinds.includes(kind) && (ids === null || ids.includes(productId))) onChange();
    },
  });
}

/** The product as the store has it now, null when it has none; undefined when it does not answer. */
async function productNow(id: string): Promise<Changing | null | undefined> {
  const answer = await fetch(href('/product/:id/now', { id })).catch(() => null);
  if (answer?.status === 404) return null;
  return answer?.ok ? answer.json().catch(() => undefined) : undefined;
}

/**
 * Keeps an open product page in step with the store while somebody looks at it: stock, price and reviews change when
 * they change in the database. Somebody who comes back to the page sees it as it is by then. What changed before the page
 * could hear of it is found by asking once.
 */
export function useFreshProduct(product: Changing & { id: string }): void {
  const { revalidate } = useRevalidator();
  const productId = product.id;
  const shown = useRef<Changing>(product);
  useEffect(() => {
    shown.current = product;
  }, [product]);

  useEffect(() => {
    let stopHearing: (() => void) | undefined;
    let timers: ReturnType<typeof setTimeout>[] = [];
    let looks = 0;
    const refresh = async () => {
      const look = looks;
      // A page that was read anew in vain would be lost.
      if ((await productNow(productId)) !== undefined && look === looks) await revalidate();
    };
    const onChange = () => timers.push(...asks.map((wait) => setTimeout(refresh, wait)));
    const onBegin = async () => {
      const look = looks;
      const now = await productNow(productId);
      if (now !== undefined && look === looks && hasChanged(shown.current, now)) onChange();
    };
    const stop = () => {
      looks += 1;
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      stopHearing?.();
      stopHearing = undefined;
    };
    const start = async () => {
      const look = looks;
      const end = await hear(productId, { onChange, onBegin }).catch(() => undefined);
      if (look === looks) stopHearing = end;
      else end?.();
    };
    const startSoon = () => timers.push(setTimeout(start, dwell));
    const onVisibility = () => {
      stop();
      if (document.visibilityState === 'hidden') return;
      void refresh();
      startSoon();
    };
    startSoon();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stop();
    };
  }, [productId, revalidate]);
}
