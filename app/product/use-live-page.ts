import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type CatalogueChange, isAffected, isOlder, type ShownCatalogue } from './catalogue-change.ts';
import { debounceRandomly, onCatalogueChange } from './live-catalogue.ts';

/** Maximum number of revalidations per change: the server may receive a change after the browser. */
const maxRevalidations = 3;

/** Whether the server is reachable: a failed revalidation would replace the page by an error. */
async function isServerReachable(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
  return answer !== null && (answer.ok || answer.status === 404);
}

/** Revalidates the page when its catalogue data changes. */
export function useLivePage(catalogue: ShownCatalogue): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(catalogue);
  useEffect(() => {
    latest.current = catalogue;
  });
  useEffect(() => {
    let ended = false;
    let reads = 0;
    let pending: CatalogueChange[] = [];
    const refresh = debounceRandomly(async () => {
      if (reads > 0) pending = pending.filter((change) => isOlder(latest.current, change));
      if (pending.length === 0 || reads === maxRevalidations || !(await isServerReachable()) || ended) return;
      reads += 1;
      await revalidate();
      refresh();
    });
    const stop = onCatalogueChange((change) => {
      if (!isAffected(latest.current, change)) return;
      reads = 0;
      pending.push(change);
      refresh();
    });
    return () => {
      ended = true;
      stop();
      refresh.cancel();
    };
  }, [revalidate]);
}
