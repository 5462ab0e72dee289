import type { FindObject } from './find-object.ts';

/** GET /object/info/{bucket}/{path}: what is known of an object, without its bytes. */
export async function objectInfo(find: FindObject): Promise<unknown> {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = await find();
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    content_encoding: metadata?.contentEncoding ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata ?? {},
    last_modified: updated_at,
    created_at,
  };
}
