/**
 * The columns that an address asks for (`columns=a.b`), in the order of the table; without that the usual ones.
 */
export function chosenColumns<Column extends string>(
  known: readonly Column[],
  usual: readonly Column[],
  asked: string | null,
): Column[] {
  if (asked === null) return [...usual];
  const wanted = asked.split('.');
  return known.filter((column) => wanted.includes(column));
}

/** The value of `columns` for a choice; '' for the usual ones. */
export function columnsValue<Column extends string>(
  chosen: readonly Column[],
  usual: readonly Column[],
): string {
  const same = chosen.length === usual.length && usual.every((column) => chosen.includes(column));
  return same ? '' : chosen.join('.') || 'none';
}
