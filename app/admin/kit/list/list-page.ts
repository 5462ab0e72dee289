import { replace } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import { changedQuery } from './url-state.ts';

type CountedAnswer<Row> = Parameters<typeof dataOf<Row[]>>[0] & { count: number | null };

/** A page of a list with how many rows there are in all; nothing of a page past its end. @throws BackendError */
export function listPage<Row>(answer: CountedAnswer<Row>, fallback?: string): { rows: Row[]; count: number } {
  if (answer.error?.code === 'PGRST103') return { rows: [], count: 0 };
  return { rows: dataOf(answer, fallback), count: answer.count ?? 0 };
}

/**
 * Leads from a page past the end of a list, such as the last one once everything on it was done, to the last that there
 * is: the first when nobody knows.
 * @throws a redirect
 */
export function insistOnPage(
  query: URLSearchParams,
  { page, perPage, shown, count }: { page: number; perPage: number; shown: number; count: number },
): void {
  if (page === 1 || shown > 0) return;
  const last = Math.ceil(count / perPage);
  throw replace(changedQuery(query, { page: last > 1 ? String(last) : '' }));
}
