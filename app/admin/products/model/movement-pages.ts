/** Loaded stock movements, newest first and without gaps; `more` if there are older ones. */
type LoadedMovements<Row> = { rows: readonly Row[]; more: boolean };

/** Returns the latest movements; `read` holds one more than a page if there are older ones. */
export function firstPage<Row>(read: readonly Row[], perPage: number): LoadedMovements<Row> {
  return { rows: read.slice(0, perPage), more: read.length > perPage };
}

/** Adds reloaded latest movements; drops the loaded ones if there is a gap between. */
export function withNewest<Row extends { id: number }>(
  { rows, more }: LoadedMovements<Row>,
  read: readonly Row[],
  perPage: number,
): LoadedMovements<Row> {
  const oldest = read.at(-1)?.id ?? 0;
  if (read.length <= perPage || !rows.some(({ id }) => id >= oldest)) return firstPage(read, perPage);
  return { rows: [...read, ...rows.filter(({ id }) => id < oldest)], more };
}

/** Adds a page of older movements. */
export function withOlder<Row>(
  { rows }: LoadedMovements<Row>,
  read: readonly Row[],
  perPage: number,
): LoadedMovements<Row> {
  return { rows: [...rows, ...read.slice(0, perPage)], more: read.length > perPage };
}
