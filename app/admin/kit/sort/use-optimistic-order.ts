import { startTransition, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

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

/**
 * Order of a list with optimistic updates: rows stay as last ordered until the store has saved that order;
 * earlier responses do not reset it.
 * @param save stores a complete order
 * @returns the ordered rows, and a function that reorders them; it throws what `save` threw, after reverting
 * to the last stored order
 */
export function useOptimisticOrder<Row extends { id: string }>(
  stored: readonly Row[],
  save: (ids: string[]) => Promise<void>,
): [Row[], (ids: string[]) => Promise<void>] {
  const { revalidate } = useRevalidator();
  const [made, setMade] = useState<string[] | null>(null);
  const newest = useRef<string[]>(undefined);
  const unread = useRef<string[]>(null);
  const saved = useRef(Promise.resolve());

  const order = async (ids: string[]) => {
    const isNewest = () => newest.current === ids;
    newest.current = ids;
    setMade(ids);
    // Saves run one after another, so that the last order is the one stored.
    const saving = saved.current.then(async () => {
      if (!isNewest()) return;
      await save(ids);
      unread.current = ids;
    });
    saved.current = saving.catch(() => {});
    try {
      await saving;
      if (isNewest()) await revalidate();
      if (!isNewest()) return;
      unread.current = null;
      // In a transition, so that it renders together with the reloaded rows.
      startTransition(() => setMade(null));
    } catch (error) {
      if (!isNewest()) return;
      setMade(unread.current);
      throw error;
    }
  };
  const rows = useMemo(() => inOrder(stored, made), [stored, made]);
  return [rows, order];
}
