/** Stock movements that are shown, newest first and without gaps; `more` says that older ones are not read yet. */
export type Shown<Row> = { rows: readonly Row[]; more: boolean };

/** The latest movements; `read` holds one more than a page when there are older ones. */
export function firstPage<Row>(read: readonly Row[], perPage: number): Shown<Row> {
  return { rows: read.slice(0, perPage), more: read.length > perPage };
}

/** What is shown once the latest movements were read again; those that no longer join them are left out. */
export function withNewest<Row extends { id: number }>(
  { rows, more }: Shown<Row>,
  read: readonly Row[],
  perPage: number,
): Shown<Row> {
  const oldest = read.at(-1)?.id ?? 0;
  if (read.length <= perPage || !rows.some(({ id }) => id >= oldest)) return firstPage(read, perPage);
  return { rows: [...read, ...rows.filter(({ id }) => id < oldest)], more };
}

/** What is shown once those before the oldest were read. */
export function withOlder<Row>({ rows }: Shown<Row>, read: readonly Row[], perPage: number): Shown<Row> {
  return { rows: [...rows, ...read.slice(0, perPage)], more: read.length > perPage };
}
