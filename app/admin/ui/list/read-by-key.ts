/** Rows per request of an export. */
const rowsPerRequest = 500;

/**
 * Reads all rows of a list by id: each request costs the same, however many rows there are, and rows added or
 * removed meanwhile are neither read twice nor skipped.
 * @param read returns up to `limit` rows after an id, or the first ones, ordered by id
 * @throws what `read` throws
 */
export async function readByKey<Row extends { id: string | number }>(
  read: (after: Row['id'] | null, limit: number) => Promise<Row[]>,
  limit = rowsPerRequest,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const rows = await read(all.at(-1)?.id ?? null, limit);
    all.push(...rows);
    if (rows.length < limit) return all;
  }
}

const { compare } = new Intl.Collator('en');

/**
 * Sorts rows as lists do; empty values come last in both directions.
 * @param by a column, or a function that returns a row's value
 */
export function sortedBy<Row extends object>(
  rows: readonly Row[],
  by: string | ((row: Row) => unknown),
  ascending: boolean,
): Row[] {
  const cellOf =
    typeof by === 'string'
      ? (row: Row): unknown => Object.entries(row).find(([name]) => name === by)?.[1]
      : by;
  const valued = rows.map((row) => ({ row, value: cellOf(row) ?? null }));
  return valued
    .toSorted(({ value: one }, { value: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      const difference =
        typeof one === 'number' && typeof other === 'number'
          ? one - other
          : compare(String(one), String(other));
      return ascending ? difference : -difference;
    })
    .map(({ row }) => row);
}
