import { useEffect } from 'react';
import { href, useRevalidator } from 'react-router';
import { pageTenant } from '#app/brands/page-tenant.ts';

/** Milliseconds somebody looks at a page before it listens. */
const dwell = 2000;

/** Milliseconds after a change at which the page asks again: the page cache hears of it at the same time as we do. */
const asks = [500, 3000];

const kinds = ['product', 'stock', 'review'];

async function hear(productId: string, onChange: () => void): Promise<() => void> {
  const { hearCatalogue } = await import('../live/catalogue-channel.ts');
  const { backendUrl, backendKey } = document.documentElement.dataset;
  return hearCatalogue({
    backend: backendUrl || location.origin,
    key: backendKey ?? '',
    tenantId: pageTenant(),
    onChange({ kind, ids }) {
      if (kinds.includes(kind) && (ids === null || ids.includes(productId))) onChange();
    },
  });
}

/** Whether the store answers for a product now; a page that was read anew in vain would be lost. */
async function isAnswered(productId: string): Promise<boolean> {
  const answer = await fetch(href('/product/:id/now', { id: productId })).catch(() => null);
  return answer !== null && (answer.ok || answer.status === 404);
}

/**
 * Keeps an open product page in step with the store while somebody looks at it: stock, price and reviews change when
 * they change in the database. Somebody who comes back to the page sees it as it is by then.
 */
export function useFreshProduct(productId: string): void {
  const { revalidate } = useRevalidator();

  useEffect(() => {
    let stopHearing: (() => void) | undefined;
    let timers: ReturnType<typeof setTimeout>[] = [];
    let looks = 0;
    const refresh = async () => {
      const look = looks;
      if ((await isAnswered(productId)) && look === looks) await revalidate();
    };
    const onChange = () => timers.push(...asks.map((wait) => setTimeout(refresh, wait)));
    const stop = () => {
      looks += 1;
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      stopHearing?.();
      stopHearing = undefined;
    };
    const start = async () => {
      const look = looks;
      const end = await hear(productId, onChange).catch(() => undefined);
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
