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
