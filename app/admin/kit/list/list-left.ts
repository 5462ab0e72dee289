/** State for a link from a list to the page of one of its things, so that the page can lead back to the list as it was. */
export function fromList(query: URLSearchParams): { list: string } {
  return { list: query.size > 0 ? `?${query}` : '' };
}

/** The query of the list that a page was opened from; '' when it was opened from elsewhere. */
export function listLeft(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return '';
  return typeof state.list === 'string' && state.list.startsWith('?') ? state.list : '';
}
