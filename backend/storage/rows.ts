import type postgres from 'postgres';

export interface ObjectMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** ISO 8601 */
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
  contentEncoding?: string;
}

/** The columns of storage.objects needed to serve an object. */
export interface StoredObject {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
}

export interface Bucket {
  id: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** Values of a new or replaced row. */
export interface NewObject {
  id: string;
  bucket: string;
  key: string;
  owner: string | undefined;
  version: string;
  metadata: ObjectMetadata | { mimetype: string; contentLength?: number };
  userMetadata: Record<string, unknown> | null;
}

export const OBJECT_COLUMNS = `id, bucket_id, name, version, metadata, user_metadata, ${[
  'created_at',
  'updated_at',
]
  .map(isoTimestamp)
  .join(', ')}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A column as ISO 8601 text with milliseconds, as in the storage server's JSON. */
export function isoTimestamp(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
}

/** Reads a bucket without policies; the caller decides what to reveal. */
export async function findBucket(sql: postgres.Sql, id: string): Promise<Bucket | undefined> {
  const [bucket] = await sql<Bucket[]>`
    select id, coalesce(public, false) as public, file_size_limit::float8, allowed_mime_types
    from storage.buckets where id = ${id}`;
  return bucket;
}

/** The statement that inserts a row; with `replace` an upsert. */
export function insertObject(object: NewObject, replace: boolean): { text: string; values: string[] } {
  const text = `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values ($1::text::uuid, $2, $3, nullif($4, '')::uuid, nullif($5, ''), $6, $7::text::jsonb, nullif($8, 'null')::jsonb)`;
  const onConflict = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    updated_at = now(), last_accessed_at = now()
    returning id`;
  const { owner = '' } = object;
  return {
    text: replace ? `${text} ${onConflict}` : text,
    values: [
      object.id,
      object.bucket,
      object.key,
      UUID.test(owner) ? owner : '',
      owner,
      object.version,
      JSON.stringify(object.metadata),
      JSON.stringify(object.userMetadata),
    ],
  };
}
