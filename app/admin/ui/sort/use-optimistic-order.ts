import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';

/**
 * Sorts rows by ids: rows not among them come last, unknown ids are skipped.
 * @param ids null leaves the rows unchanged
 */
export function inOrder<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[] | null,
): Row[] {
  if (!ids) return [...rows];
  const placeOf = (row: Row) => {
    const place = ids.indexOf(row.id);
    return place < 0 ? ids.length : place;
  };
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}

/** An optimistic order; once saved, it applies until a reload brings loader data other than `until`. */
type MadeOrder = { ids: string[]; until?: unknown };

/**
 * Order of a list with optimistic updates: rows stay as last ordered until that order is saved; earlier
 * responses do not reset it.
 * @param stored rows from the route's loader data
 * @param save saves a complete order
 * @returns the ordered rows, and a function that reorders them; it rethrows errors of `save` after reverting
 * to the last saved order
 */
export function useOptimisticOrder<Row extends { id: string }>(
  stored: readonly Row[],
  save: (ids: string[]) => Promise<void>,
): [Row[], (ids: string[]) => Promise<void>] {
  const { revalidate, state } = useRevalidator();
  const read: unknown = useLoaderData();
  const latestRead = useRef(read);
  useLayoutEffect(() => {
    latestRead.current = read;
  });
  const [made, setMade] = useState<MadeOrder | null>(null);
  const newest = useRef<string[]>(undefined);
  const unread = useRef<MadeOrder>(null);
  const saved = useRef(Promise.resolve());

  const order = async (ids: string[]) => {
    const isNewest = () => newest.current === ids;
    newest.current = ids;
    setMade({ ids });
    // Saves run one after another, so that the last order wins.
    const saving = saved.current.then(async () => {
      if (!isNewest()) return;
      await save(ids);
      unread.current = { ids };
    });
    saved.current = saving.catch(() => {});
    try {
      await saving;
      if (!isNewest()) return;
      await revalidate();
      if (!isNewest()) return;
      unread.current = null;
      // React renders the reloaded rows later, in a transition. The data shown now may have been read before
      // this order was saved, by the reload after an earlier save.
      setMade({ ids, until: latestRead.current });
    } catch (error) {
      if (!isNewest()) return;
      setMade(unread.current);
      throw error;
    }
  };
  // Data shown during another reload may have been read before the order was saved.
  const holds = made && (made.until === undefined || made.until === read || state === 'loading');
  if (made && !holds) setMade(null);
  const ids = holds ? made.ids : null;
  const rows = useMemo(() => inOrder(stored, ids), [stored, ids]);
  return [rows, order];
}
