import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { isAffected, type ShownCatalogue } from './catalogue-change.ts';
import { debounceRandomly, onCatalogueChange } from './live-catalogue.ts';

/** Whether the server is reachable: a failed revalidation would replace the page with an error. */
async function isServerReachable(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
  return answer !== null && (answer.ok || answer.status === 404);
}

/** Revalidates the page when its catalog data changes. */
export function useLivePage(catalogue: ShownCatalogue): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(catalogue);
  useEffect(() => {
    latest.current = catalogue;
  });
  useEffect(() => {
    let ended = false;
    const refresh = debounceRandomly(async () => {
      if ((await isServerReachable()) && !ended) await revalidate();
    });
    const stop = onCatalogueChange((change) => {
      if (isAffected(latest.current, change)) refresh();
    });
    return () => {
      ended = true;
      stop();
      refresh.cancel();
    };
  }, [revalidate]);
}
