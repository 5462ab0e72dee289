/** A page number from an address: a whole number from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page > 1 ? Math.min(page, 100_000) : 1;
}

/** One of some values that an address names; the first of them for anything else. */
export function oneOf<Value extends string>(
  values: readonly [Value, ...Value[]],
  text: string | null,
): Value {
  return values.find((value) => value === text) ?? values[0];
}

/** The query of the same list with some of its parameters changed; empty ones and the page are dropped unless given. */
export function changedQuery(query: URLSearchParams, changes: Record<string, string>): string {
  const changed = new URLSearchParams(query);
  changed.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}
