import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type CatalogueChange, isAffected, isOlder, type ShownCatalogue } from './catalogue-change.ts';
import { onCatalogueChange, soon } from './live-catalogue.ts';

/** How often a page is revalidated at most for one change: the server may hear of a change after the browser. */
const mostReads = 3;

/** Whether the server answers for this page: revalidating without an answer would replace the page by an error. */
async function answers(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
  return answer !== null && (answer.ok || answer.status === 404);
}

/** Reads the page's data again, once, when what it shows has changed in the store. */
export function useLivePage(shown: ShownCatalogue): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  useEffect(() => {
    let ended = false;
    let reads = 0;
    let pending: CatalogueChange[] = [];
    const refresh = soon(async () => {
      if (reads > 0) pending = pending.filter((change) => isOlder(latest.current, change));
      if (pending.length === 0 || reads === mostReads || !(await answers()) || ended) return;
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
