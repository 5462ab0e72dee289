/** Returns link state that lets an entity's page link back to the list's query. */
export function fromList(query: URLSearchParams): { list: string } {
  return { list: query.size > 0 ? `?${query}` : '' };
}

/** Returns the list query in a location's state; '' when the page was opened from elsewhere. */
export function listLeft(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return '';
  return typeof state.list === 'string' && state.list.startsWith('?') ? state.list : '';
}
