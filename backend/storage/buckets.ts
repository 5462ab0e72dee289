import { type Call, jsonBody, type StorageContext, wholeNumber } from './context.ts';
import {
  entityTooLarge,
  fromDatabaseError,
  invalidMimeType,
  invalidParameter,
  invalidRequest,
  noSuchBucket,
  notSupported,
  StorageError,
} from './errors.ts';
import { checkBucketName } from './names.ts';
import { isoTimestamp } from './rows.ts';

const COLUMNS = `id, name, coalesce(owner_id, owner::text, '') as owner, public, file_size_limit::float8,
  allowed_mime_types, ${isoTimestamp('created_at')}, ${isoTimestamp('updated_at')}`;
const SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at'];
const MIME_PATTERN = /^([\w\-+.]+\/[\w\-+.*]+(;\s*charset=[\w-]+)?|\*)$/;
const REMOVE_BATCH = 1000;
/** Supabase's exact message; it empties buckets in the background, while this is done synchronously. */
const EMPTIED = 'Empty bucket has been queued. Completion may take up to an hour.';

/** GET /bucket: the visible buckets, with `limit`, `offset`, `search`, `sortColumn` and `sortOrder`. */
export async function listBuckets({ database }: StorageContext, { identity, url }: Call): Promise<unknown> {
  const query = url.searchParams;
  const column = query.get('sortColumn') ?? 'name';
  if (!SORT_COLUMNS.includes(column)) throw invalidParameter('Invalid Parameter sortColumn');
  const order = query.get('sortOrder') === 'desc' ? 'desc' : 'asc';
  const text = `select ${COLUMNS} from storage.buckets b
    where $1 = '' or position(lower($1) in lower(b.name)) > 0
    order by b.${column} ${order} limit $2::text::int offset $3::text::int`;
  const limit = wholeNumber(Number(query.get('limit') ?? 1000), 'querystring/limit', 1);
  const offset = wholeNumber(Number(query.get('offset') ?? 0), 'querystring/offset', 0);
  return database.run(identity, text, [query.get('search') ?? '', String(limit), String(offset)]);
}

/** GET /bucket/{id} */
export async function getBucket(
  { database }: StorageContext,
  { identity }: Call,
  id: string,
): Promise<unknown> {
  const text = `select ${COLUMNS} from storage.buckets where id = $1`;
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
