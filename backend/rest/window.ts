import type { Window } from './ast.ts';
import { invalidRange } from './errors.ts';

const RANGE = /^(?:items=)?(\d{1,15})-(\d{0,15})$/;

/**
 * The rows to return: `limit` and `offset`, restricted by the Range header and the server's page size.
 * @param range the Range header, for GET only
 * @throws RestError PGRST103 (416) for an empty window without `limit=0`
 */
export function windowOf(requested: Window | undefined, range: string | undefined, maxRows: number): Window {
  const [, first, last] = (range === undefined ? null : RANGE.exec(range)) ?? [];
  const headerEnd = last ? Number(last) : Number.POSITIVE_INFINITY;
  const offset = Math.max(requested?.offset ?? 0, Number(first ?? 0));
  if (requested?.limit === 0) return { offset: requested.offset, limit: 0 };
  if (headerEnd < Number(first ?? 0)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const queryEnd = requested?.limit === undefined ? Infinity : requested.offset + requested.limit - 1;
  const end = Math.min(headerEnd, queryEnd);
  if (end < offset) throw invalidRange('Limit should be greater than or equal to zero.');
  const limit = Math.min(maxRows, end - offset + 1);
  return { offset, limit: Number.isFinite(limit) ? limit : undefined };
}

/** Content-Range: `0-19/57`, or a star as the total when it is unknown. */
export function contentRange(first: number, last: number, total: number | undefined): string {
  const range = total !== 0 && first <= last ? `${first}-${last}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** 200 for all rows, 206 for a part; throws 416 for an offset behind the last row. */
export function statusOfRange(window: Window, rows: number, total: number | undefined): 200 | 206 {
  if (total === undefined) return 200;
  if (window.offset > total) {
    throw invalidRange(
      `An offset of ${window.offset} was requested, but there are only ${total} rows.`,
      total,
    );
  }
  return rows < total ? 206 : 200;
}
