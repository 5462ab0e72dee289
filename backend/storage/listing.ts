import type { Row } from '../lib/db.ts';
import { type Call, jsonBody, type StorageContext, wholeNumber } from './context.ts';
import { invalidParameter, invalidRequest } from './errors.ts';
import { isoTimestamp } from './rows.ts';

const DEFAULT_LIMIT = 100;
const MAX_PAGE_SIZE = 1500;
const MAX_PAGE_SIZE_V2 = 1000;
const SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'];
const TIMES = ['updated_at', 'created_at', 'last_accessed_at'].map(isoTimestamp).join(', ');

/**
 * Lists a bucket (`$1`) below a prefix (`$2`), filtered by the start of names (`$3`): `found` objects, and `entries`,
 * one level of files and folders (with a null id). `full_name` sorts folders with their slash. The range on `name` uses
 * the index; it ends at the successor of the prefix's last character.
 */
const ENTRIES = `
  with found as (
    select id, updated_at, created_at, last_accessed_at, metadata, name as full_name,
      substr(name, length($2) + 1) as rest
    from storage.objects
    where bucket_id = $1
      and ($2 = '' or (name >= $2 and name < left($2, -1) || chr(ascii(right($2, 1)) + 1)))
      and starts_with(lower(substr(name, length($2) + 1)), lower($3))
  ), split as (
    select *, strpos(substr(rest, length($3) + 1), '/') as slash from found
  ), entries as (
    select rest, full_name, id, updated_at, created_at, last_accessed_at, metadata from split where slash = 0
    union all
    select left(rest, length($3) + slash - 1), ($2 || left(rest, length($3) + slash)) collate "C", null,
      min(created_at), min(created_at), null, null
    from split where slash > 0 group by 1, 2
  )`;

/**
 * POST /object/list/{bucket}: files and folders directly below a prefix. Body: `prefix`, `search` (start of names,
 * case-insensitive), `limit` (100), `offset`, `sortBy` (name ascending).
 */
export async function listObjects(context: StorageContext, call: Call, bucket: string): Promise<unknown> {
  const body = await jsonBody(call.request);
  const { column, order } = sortOf(body.sortBy);
  const limit = Math.min(wholeNumber(body.limit ?? DEFAULT_LIMIT, 'body/limit', 1), MAX_PAGE_SIZE);
  const offset = wholeNumber(body.offset ?? 0, 'body/offset', 0);
  const byName = `lower(e.full_name) collate "C" ${order}`;
  const statement = `${ENTRIES}
    select rest as name, id, ${TIMES}, metadata from entries e
    order by ${column === 'name' ? byName : `e.id is not null, e.${column} ${order}, ${byName}`}
    limit $4::text::int offset $5::text::int`;
  const rows = await context.database.run(call.identity, statement, [
    bucket,
    folder(text(body.prefix, 'prefix')),
    text(body.search, 'search'),
    String(limit),
    String(offset),
  ]);
  const folderDates = { updated_at: null, created_at: null, last_accessed_at: null };
  return rows.map((row) => (row.id === null ? { ...row, ...folderDates } : row));
}

/**
 * POST /object/list-v2/{bucket}: all objects with a `prefix`, or with `with_delimiter` one level of folders and files;
 * paginated by `cursor`. Names are full paths.
 */
export async function listObjectsV2(context: StorageContext, call: Call, bucket: string): Promise<unknown> {
  const body = await jsonBody(call.request);
  const limit = Math.min(wholeNumber(body.limit ?? MAX_PAGE_SIZE_V2, 'body/limit', 1), MAX_PAGE_SIZE_V2);
  const cursor = decodeCursor(body.cursor);
  const { column, order } = cursor ?? sortOf(body.sortBy);
  const sortedBy = column === 'name' ? 'null::timestamptz' : `e.${column}`;
  const past = order === 'asc' ? '>' : '<';
  const statement = `${ENTRIES}
    select full_name as name, id, ${TIMES}, metadata, ${sortedBy}::text as sort_value
    from ${body.with_delimiter === true ? 'entries' : 'found'} e
    where $4 = '' or ${column === 'name' ? `$5 = '' and full_name ${past} $4` : `(${sortedBy}, full_name) ${past} ($5::timestamptz, $4)`}
    order by ${column === 'name' ? '' : `${sortedBy} ${order},`} full_name ${order}
    limit $6::text::int`;
  const rows = await context.database.run(call.identity, statement, [
    bucket,
    text(body.prefix, 'prefix'),
    '',
    cursor?.name ?? '',
    cursor?.value ?? (column === 'name' ? '' : 'epoch'),
    String(limit + 1),
  ]);
  return page(rows, limit, { column, order });
}

function page(rows: Row[], limit: number, sort: Sort): unknown {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  const next =
    hasNext && encodeCursor({ ...sort, name: String(last.name), value: String(last.sort_value ?? '') });
  return {
    hasNext,
    ...(next ? { nextCursor: next, nextCursorKey: last?.name } : {}),
    folders: pageRows
      .filter((row) => row.id === null)
      .map(({ name, created_at, updated_at }) => ({
        name,
        key: lastPart(name),
        id: null,
        created_at,
        updated_at,
      })),
    objects: pageRows
      .filter((row) => row.id !== null)
      .map(({ sort_value: _, ...row }) => ({ ...row, key: lastPart(row.name) })),
  };
}

interface Sort {
  column: string;
  order: 'asc' | 'desc';
}

interface Cursor extends Sort {
  name: string;
  /** The sort column's value at that name, unless sorted by name. */
  value: string;
}

const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decodeCursor(value: unknown): Cursor | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  try {
    const cursor = JSON.parse(Buffer.from(String(value), 'base64url').toString());
    const sort = sortOf(cursor);
    const at = String(cursor.value);
    if (sort.column !== 'name' && Number.isNaN(Date.parse(at))) throw new TypeError('not a time');
    return { ...sort, name: String(cursor.name), value: at };
  } catch {
    throw invalidParameter('Invalid Parameter continuation token');
  }
}

function sortOf(value: unknown): Sort {
  if (value === undefined || value === null) return { column: 'name', order: 'asc' };
  const { column = 'name', order = 'asc' } = value as Record<string, unknown>;
  if (typeof column !== 'string' || !SORT_COLUMNS.includes(column)) {
    throw invalidRequest(`body/sortBy/column must be one of ${SORT_COLUMNS.join(', ')}`);
  }
  if (order !== 'asc' && order !== 'desc') throw invalidRequest('body/sortBy/order must be asc or desc');
  return { column, order };
}

const folder = (prefix: string) => (prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`);
const lastPart = (name: unknown) => String(name).replace(/\/$/, '').split('/').at(-1);

function text(value: unknown, name: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > 1024 || value.includes('\0')) {
    throw invalidRequest(`body/${name} must be string`);
  }
  return value;
}
