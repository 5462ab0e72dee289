import { startTransition, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Rows in an order that somebody made of them: rows that came since stand at the end, those that are gone leave no gap.
 * @param ids null where nobody made an order: the rows stay as they are
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
 * Rows of a list that somebody puts in order, one change after the other: they stand as they were put last until the store has
 * answered with that. An answer that was on its way before does not put them back.
 * @param save stores an order, all of it at once
 * @returns the rows in their order, and what puts them into another; that throws what saving threw, back at the order stored last
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
    // One after the other, so that the order made last is the one that stays.
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
      // Not before the rows that were read are shown, which come in a transition too.
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
