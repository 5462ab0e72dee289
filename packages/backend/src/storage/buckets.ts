import type { Row, Sql } from '../lib/sql.ts';
import {
  type Call,
  checkBucketName,
  entityTooLarge,
  essence,
  fromDatabaseError,
  invalidMimeType,
  invalidParameter,
  invalidRequest,
  jsonBody,
  noSuchBucket,
  notSupported,
  type StorageContext,
  StorageError,
  wholeNumber,
} from './request.ts';

const BUCKET_COLUMNS = `id, name, coalesce(owner_id, owner::text, '') as owner, public, file_size_limit::float8,
  allowed_mime_types, ${isoTimestamp('created_at')}, ${isoTimestamp('updated_at')}`;
const MIME_PATTERN = /^([\w\-+.]+\/[\w\-+.*]+(;\s*charset=[\w-]+)?|\*)$/;
const REMOVE_BATCH = 1000;
/** Supabase's exact message; it empties buckets in the background, while this is done synchronously. */
const EMPTIED = 'Empty bucket has been queued. Completion may take up to an hour.';
const DEFAULT_LIMIT = 100;
const MAX_PAGE_SIZE = 1500;
const MAX_PAGE_SIZE_V2 = 1000;
const OBJECT_SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'];
const TIMES = ['updated_at', 'created_at', 'last_accessed_at'].map(isoTimestamp).join(', ');

/** GET /bucket: the visible buckets, by name. */
export async function listBuckets({ database }: StorageContext, { identity }: Call): Promise<unknown> {
  return database.run(identity, `select ${BUCKET_COLUMNS} from storage.buckets order by name limit 1000`);
}

/** GET /bucket/{id} */
export async function getBucket(
  { database }: StorageContext,
  { identity }: Call,
  id: string,
): Promise<unknown> {
  const text = `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`;
  const [bucket] = await database.run(identity, text, [id]);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

/** POST /bucket */
export async function createBucket(context: StorageContext, call: Call): Promise<unknown> {
  const body = await jsonBody(call.request);
  const name = checkBucketName(String(body.name ?? body.id ?? ''));
  const id = checkBucketName(String(body.id ?? name));
  const settings = parseSettings(body, context.fileSizeLimit);
  const text = `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
    values ($1, $2, nullif($3, '')::uuid, nullif($3, ''), $4::text::boolean, $5::text::bigint, $6::text[])`;
  await context.database
    .run(call.identity, text, [
      id,
      name,
      call.owner ?? '',
      String(settings.public ?? false),
      settings.sizeLimit == null ? null : String(settings.sizeLimit),
      settings.mimeTypes ?? null,
    ])
    .catch((error: unknown) => {
      throw fromDatabaseError(error, 'BucketAlreadyExists');
    });
  return { name };
}

/** PUT /bucket/{id}: changes only the fields in the body. */
export async function updateBucket(context: StorageContext, call: Call, id: string): Promise<unknown> {
  const settings = parseSettings(await jsonBody(call.request), context.fileSizeLimit);
  const { public: isPublic, sizeLimit, mimeTypes } = settings;
  if (isPublic === undefined && sizeLimit === undefined && mimeTypes === undefined) {
    throw invalidRequest('No content provided');
  }
  const text = `update storage.buckets set updated_at = now(),
      public = coalesce($2::text::boolean, public),
      file_size_limit = case when $3::text::boolean then $4::text::bigint else file_size_limit end,
      allowed_mime_types = case when $5::text::boolean then $6::text[] else allowed_mime_types end
    where id = $1 returning id`;
  const rows = await context.database.run(call.identity, text, [
    id,
    isPublic === undefined ? null : String(isPublic),
    String(sizeLimit !== undefined),
    sizeLimit == null ? null : String(sizeLimit),
    String(mimeTypes !== undefined),
    mimeTypes ?? null,
  ]);
  if (rows.length === 0) throw noSuchBucket();
  return { message: 'Successfully updated' };
}

/** POST /bucket/{id}/empty: removes every object that the caller may remove. */
export async function emptyBucket(context: StorageContext, { identity }: Call, id: string): Promise<unknown> {
  const { database, objects } = context;
  const [bucket] = await database.run(identity, 'select id from storage.buckets where id = $1', [id]);
  if (!bucket) throw noSuchBucket();
  const text = `delete from storage.objects where id in (
      select id from storage.objects where bucket_id = $1 limit ${REMOVE_BATCH})
    returning version`;
  for (;;) {
    const removed = await database.run(identity, text, [id]);
    await objects.remove(removed.map((row) => String(row.version)));
    if (removed.length < REMOVE_BATCH) return { message: EMPTIED };
  }
}

/** DELETE /bucket/{id}: requires an empty bucket. */
export async function deleteBucket(context: StorageContext, call: Call, id: string): Promise<unknown> {
  const rows = await context.database
    .run(call.identity, 'delete from storage.buckets where id = $1 returning id', [id])
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty');
    });
  if (rows.length === 0) throw noSuchBucket();
  return { message: 'Successfully deleted' };
}

interface Settings {
  public?: boolean | undefined;
  sizeLimit?: number | null | undefined;
  mimeTypes?: string[] | null | undefined;
}

function parseSettings(body: Record<string, unknown>, largest: number): Settings {
  if (body.type !== undefined && body.type !== 'STANDARD') throw notSupported(`${body.type} buckets`);
  if (body.versioning_status === 'ENABLED') throw notSupported('object versioning');
  return {
    public: optionalBoolean(body.public),
    sizeLimit: parseSizeLimit(body.file_size_limit, largest),
    mimeTypes: parseMimeTypes(body.allowed_mime_types),
  };
}

function parseMimeTypes(value: unknown): string[] | null | undefined {
  if (value === undefined || value === null) return value;
  if (!Array.isArray(value)) throw invalidRequest('body/allowed_mime_types must be array');
  return value.filter(Boolean).map((type) => {
    if (typeof type !== 'string' || type.length > 1000 || !MIME_PATTERN.test(type)) {
      throw invalidMimeType(String(type).slice(0, 200));
    }
    return type;
  });
}

function optionalBoolean(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw invalidRequest('body/public must be boolean');
  return value;
}

const isForeignKeyViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23503';

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Parses a size limit in bytes, from a number or text such as `20MB`. */
function parseSizeLimit(value: unknown, largest: number): number | null | undefined {
  if (value === undefined || value === null) return value;
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '';
  const match = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)?$/i.exec(text);
  if (!match) throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  const limit = Math.floor(Number(match[1]) * (UNITS[(match[2] ?? 'b').toLowerCase()] ?? 1));
  if (limit > largest) throw entityTooLarge();
  return limit;
}

export interface Bucket {
  id: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** Reads a bucket without policies; the caller decides what to reveal. */
export async function findBucket(sql: Sql, id: string): Promise<Bucket | undefined> {
  const [bucket] = await sql<Bucket[]>`
    select id, coalesce(public, false) as public, file_size_limit::float8, allowed_mime_types
    from storage.buckets where id = ${id}`;
  return bucket;
}

/** Maximum size of an object in a bucket, in bytes. */
export function sizeLimitOf({ fileSizeLimit }: StorageContext, bucket: Bucket): number {
  return Math.min(fileSizeLimit, bucket.file_size_limit ?? Number.POSITIVE_INFINITY);
}

/** @throws StorageError `InvalidMimeType` when the bucket does not accept the type */
export function checkContentType(contentType: string, allowed: readonly string[] | null): void {
  if (!isAllowedType(contentType, allowed)) throw invalidMimeType(contentType);
}

/**
 * Whether a bucket accepts a type.
 * @param allowed entries such as `image/png`, `image/*` or `*`; none allows all
 */
export function isAllowedType(contentType: string, allowed: readonly string[] | null | undefined): boolean {
  if (!allowed || allowed.length === 0) return true;
  const type = essence(contentType);
  return allowed.some((entry) => {
    const pattern = essence(entry);
    if (pattern === '*' || pattern === '*/*' || pattern === type) return true;
    return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
  });
}

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
  if (typeof column !== 'string' || !OBJECT_SORT_COLUMNS.includes(column)) {
    throw invalidRequest(`body/sortBy/column must be one of ${OBJECT_SORT_COLUMNS.join(', ')}`);
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

/** A column as ISO 8601 text with milliseconds, as in the storage server's JSON. */
export function isoTimestamp(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
}
