/** Parses a page number from a URL; starts at 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page > 1 ? Math.min(page, 100_000) : 1;
}

/** Parses one of the given values; the first one by default. */
export function oneOf<Value extends string>(
  values: readonly [Value, ...Value[]],
  text: string | null,
): Value {
  return values.find((value) => value === text) ?? values[0];
}

/** Returns the query with changed parameters; drops empty ones, and the page unless it is given. */
export function changedQuery(query: URLSearchParams, changes: Record<string, string>): string {
  const changed = new URLSearchParams(query);
  changed.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}

/** Returns link state that lets an entity's page link back to the list's query. */
export function fromList(query: URLSearchParams): { list: string } {
  return { list: query.size > 0 ? `?${query}` : '' };
}

/** Returns the list query in a location's state; '' when the page was opened from elsewhere. */
export function listLeft(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return '';
  return typeof state.list === 'string' && state.list.startsWith('?') ? state.list : '';
}
