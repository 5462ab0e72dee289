import { replace } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import { changedQuery } from './url-state.ts';

type CountedAnswer<Row> = Parameters<typeof dataOf<Row[]>>[0] & { count: number | null };

/** Returns a page of rows and the total count; no rows for a page past the end. @throws BackendError */
export function listPage<Row>(answer: CountedAnswer<Row>, fallback?: string): { rows: Row[]; count: number } {
  if (answer.error?.code === 'PGRST103') return { rows: [], count: 0 };
  return { rows: dataOf(answer, fallback), count: answer.count ?? 0 };
}

/**
 * Redirects from a page past the end of a list to the last one, or the first when the count is unknown.
 * @throws a redirect
 */
export function redirectToLastPage(
  query: URLSearchParams,
  { page, perPage, rowCount, count }: { page: number; perPage: number; rowCount: number; count: number },
): void {
  if (page === 1 || rowCount > 0) return;
  const lastPage = Math.ceil(count / perPage);
  throw replace(changedQuery(query, { page: lastPage > 1 ? String(lastPage) : '' }));
}
