import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { checkContentType, findBucket, isoTimestamp, sizeLimitOf } from './buckets.ts';
import {
  type DownloadOptions,
  download,
  type FindObject,
  formatTransform,
  parseTransform,
  parseTransformText,
  render,
  type StoredObject,
} from './download.ts';
import {
  AS_SERVICE,
  type BucketHandler,
  type Call,
  checkBucketName,
  checkObjectKey,
  entityTooLarge,
  invalidRequest,
  jsonBody,
  noSuchBucket,
  noSuchKey,
  notSupported,
  type ObjectHandler,
  type StorageContext,
  StorageError,
  wholeNumber,
} from './request.ts';
import { type ObjectMetadata, probeUpload, putRow, upload } from './upload.ts';

/** Longest lifetime of a signed URL, and lifetime of a signed upload URL, in seconds. */
const MAX_LIFETIME = 10 * 365 * 24 * 3600;
const UPLOAD_LIFETIME = 2 * 3600;
/** Maximum number of objects that one request signs or removes. */
const MAX_NAMES = 1000;
const OBJECT_COLUMNS = `id, bucket_id, name, version, metadata, user_metadata, ${['created_at', 'updated_at']
  .map(isoTimestamp)
  .join(', ')}`;

export type Find = (context: StorageContext, call: Call, bucket: string, key: string) => FindObject;

/** An object of a public bucket. @throws StorageError `NoSuchBucket`, also for a private bucket */
export const publicObject: Find = (context, _call, bucket, key) => async () => {
  const found = await lookUp(context, bucket, key);
  if (!found?.isPublic) throw noSuchBucket();
  return requireObject(found.object);
};

/** The object of a signed URL. */
const anyObject: Find = (context, _call, bucket, key) => async () =>
  requireObject((await lookUp(context, bucket, key))?.object);

/** An object visible under the caller's policies; public buckets need none. */
export const visibleObject: Find = (context, call, bucket, key) => async () => {
  const found = await lookUp(context, bucket, key);
  if (!found) throw noSuchBucket();
  return found.isPublic ? requireObject(found.object) : underPolicies(context, call, bucket, key);
};

/** Reads an object under the caller's policies, also in a public bucket. @throws StorageError `NoSuchKey` */
async function underPolicies(
  { database }: StorageContext,
  { identity }: Call,
  bucket: string,
  key: string,
): Promise<StoredObject> {
  const text = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
  const [object] = await database.run(identity, text, [bucket, key]);
  return requireObject(object as (Record<string, unknown> & StoredObject) | undefined);
}

function requireObject(object: StoredObject | undefined): StoredObject {
  if (!object) throw noSuchKey();
  return object;
}

const LOOK_UP = `select coalesce(b.public, false) as bucket_public, o.*
  from storage.buckets b left join lateral (
    select ${OBJECT_COLUMNS} from storage.objects where bucket_id = b.id and name = $2
  ) o on true
  where b.id = $1`;

/** Bucket and object without policies, in one round trip. */
async function lookUp({ database }: StorageContext, bucket: string, key: string) {
  type Found = StoredObject & { bucket_public: boolean };
  const [row] = await database.owner.unsafe<Found[]>(LOOK_UP, [bucket, key], { prepare: true });
  return row && { isPublic: row.bucket_public, object: row.id === null ? undefined : row };
}

/** GET /object/info/{bucket}/{path}: an object's metadata. */
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

/** POST /object/move: renames the row; the content stays in place. */
export async function moveObject(context: StorageContext, call: Call): Promise<unknown> {
  const places = parsePlaces(await jsonBody(call.request));
  const source = await underPolicies(context, call, places.bucket, places.key);
  await checkDestination(context, source, places);
  const text = `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
    where bucket_id = $1 and name = $2 returning id, name`;
  const { bucket, key, toBucket, toKey } = places;
  const [moved] = await context.database.run(call.identity, text, [bucket, key, toBucket, toKey]);
  if (!moved) throw noSuchKey();
  return { message: 'Successfully moved', Id: moved.id, Key: moved.name };
}

/** POST /object/copy: `x-upsert` replaces an existing object. */
export async function copyObject(context: StorageContext, call: Call): Promise<unknown> {
  const places = parsePlaces(await jsonBody(call.request));
  const source = await underPolicies(context, call, places.bucket, places.key);
  await checkDestination(context, source, places);
  const version = randomUUID();
  if (!(await context.objects.copy(source.version, version))) throw noSuchKey();
  try {
    const replace = call.request.headers.get('x-upsert') === 'true';
    const { toBucket, toKey } = places;
    const copied = {
      id: randomUUID(),
      bucket: toBucket,
      key: toKey,
      owner: call.owner,
      version,
      metadata: { ...metadataOf(source), lastModified: context.now().toISOString() },
      userMetadata: source.user_metadata,
    };
    const id = await putRow(context, { identity: call.identity, replace }, copied);
    return { Id: id, id, Key: `${toBucket}/${toKey}`, name: toKey, bucket_id: toBucket };
  } catch (error) {
    await context.objects.remove([version]);
    throw error;
  }
}

/**
 * DELETE /object/{bucket} with `prefixes`, full names: removes those that policies allow.
 * @returns the removed rows; like the storage server, ignores unknown and forbidden names
 */
export const removeObjects: BucketHandler = async (context, call, bucket) => {
  const { prefixes } = await jsonBody(call.request);
  if (!Array.isArray(prefixes) || prefixes.length === 0 || prefixes.length > MAX_NAMES) {
    throw invalidRequest(`body/prefixes must be an array of 1 to ${MAX_NAMES} names`);
  }
  if (prefixes.some((entry) => typeof entry !== 'string')) throw notSupported('object versioning');
  return removeNamed(context, call, bucket, prefixes);
};

/** DELETE /object/{bucket}/{path} */
export const removeObject: ObjectHandler = async (context, call, bucket, key) => {
  const [removed] = await removeNamed(context, call, bucket, [key]);
  if (!removed) throw noSuchKey();
  return { message: 'Successfully deleted' };
};

async function removeNamed(context: StorageContext, call: Call, bucket: string, names: string[]) {
  const rows = await context.database.run(
    call.identity,
    `delete from storage.objects where bucket_id = $1 and name = any($2::text[])
       returning ${OBJECT_COLUMNS}, owner, owner_id`,
    [bucket, names.filter((name) => !name.includes('\0'))],
  );
  await context.objects.remove(rows.map((row) => String(row.version)));
  return rows;
}

/** Copies and moves must satisfy the target bucket's rules for uploads. */
async function checkDestination(
  context: StorageContext,
  source: StoredObject,
  { bucket, toBucket }: Places,
): Promise<void> {
  const destination = await findBucket(context.database.owner, toBucket);
  if (!destination) throw noSuchBucket();
  const { mimetype, size } = metadataOf(source);
  checkContentType(mimetype, destination.allowed_mime_types);
  if (bucket !== toBucket && size > sizeLimitOf(context, destination)) throw entityTooLarge();
}

/** Metadata missing in rows from another server gets defaults. */
function metadataOf({ metadata, version, updated_at }: StoredObject): ObjectMetadata {
  const plain = {
    eTag: `"${version}"`,
    size: 0,
    mimetype: 'application/octet-stream',
    cacheControl: 'no-cache',
  };
  return { ...plain, lastModified: updated_at, contentLength: 0, httpStatusCode: 200, ...metadata };
}

interface Places {
  bucket: string;
  key: string;
  toBucket: string;
  toKey: string;
}

function parsePlaces(body: Record<string, unknown>): Places {
  if (body.sourceVersionId) throw notSupported('object versioning');
  if (body.copyMetadata === false) throw notSupported('other metadata for a copy');
  const bucket = checkBucketName(required(body.bucketId, 'bucketId'));
  return {
    bucket,
    key: checkObjectKey(required(body.sourceKey, 'sourceKey')),
    toBucket: checkBucketName(body.destinationBucket ? String(body.destinationBucket) : bucket),
    toKey: checkObjectKey(required(body.destinationKey, 'destinationKey')),
  };
}

function required(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalidRequest(`body must have required property '${name}'`);
  return value;
}

/** POST /object/sign/{bucket}/{path}: a URL to download an object for `expiresIn` seconds. */
export const signObject: ObjectHandler = async (context, call, bucket, key) => {
  const body = await jsonBody(call.request);
  const expiresIn = wholeNumber(body.expiresIn, 'body/expiresIn', 1, MAX_LIFETIME);
  const transform = parseTransform(body.transform ?? {});
  const [visibleName] = await namesVisible(context, call, bucket, [key]);
  if (!visibleName) throw noSuchKey();
  const url = `${bucket}/${key}`;
  const transformations = formatTransform(transform);
  const token = await signToken(
    context,
    { url, scope: 'download', ...(transformations ? { transformations } : {}) },
    expiresIn,
  );
  return { signedURL: `/${transformations ? 'render/image' : 'object'}/sign/${url}?token=${token}` };
};

/** POST /object/sign/{bucket}: signs many objects, with a result for each. */
export const signObjects: BucketHandler = async (context, call, bucket) => {
  const { expiresIn: lifetime, paths } = await jsonBody(call.request);
  const expiresIn = wholeNumber(lifetime, 'body/expiresIn', 1, MAX_LIFETIME);
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > MAX_NAMES) {
    throw invalidRequest(`body/paths must be an array of 1 to ${MAX_NAMES} names`);
  }
  const names = paths.map(String);
  const visible = new Set(await namesVisible(context, call, bucket, names));
  return Promise.all(
    names.map(async (path) => {
      if (!visible.has(path)) {
        const error = 'Either the object does not exist or you do not have access to it';
        return { error, path, signedURL: null };
      }
      const url = `${bucket}/${path}`;
      const token = await signToken(context, { url, scope: 'download' }, expiresIn);
      return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
    }),
  );
};

/** GET /object/sign/{bucket}/{path}?token= */
export const downloadSigned: ObjectHandler = async (context, call, bucket, key) => {
  const token = await verifySignedUrl(context, call, bucket, key, 'download');
  return download(context, call.request, anyObject(context, call, bucket, key), optionsOf(call, token));
};

/** GET /render/image/sign/{bucket}/{path}?token= */
export const renderSigned: ObjectHandler = async (context, call, bucket, key) => {
  const token = await verifySignedUrl(context, call, bucket, key, 'download');
  const transform = parseTransformText(token.transformations ?? '');
  return render(context, call, anyObject(context, call, bucket, key), transform, optionsOf(call, token));
};

/** POST /object/upload/sign/{bucket}/{path}: a URL for one upload within two hours, if policies allow. */
export const signUpload: ObjectHandler = async (context, call, bucket, key) => {
  const replace = call.request.headers.get('x-upsert') === 'true';
  await probeUpload(context, { bucket, key, identity: call.identity, owner: call.owner, replace });
  const url = `${bucket}/${key}`;
  const token = await signToken(
    context,
    { url, scope: 'upload', upsert: replace, ...(call.owner ? { owner: call.owner } : {}) },
    UPLOAD_LIFETIME,
  );
  return { url: `/object/upload/sign/${url}?token=${token}`, token };
};

/** PUT /object/upload/sign/{bucket}/{path}?token= */
export const uploadSigned: ObjectHandler = async (context, call, bucket, key) => {
  const { owner, upsert = false } = await verifySignedUrl(context, call, bucket, key, 'upload');
  await upload(context, call.request, { bucket, key, identity: AS_SERVICE, owner, replace: upsert });
  return { Key: `${bucket}/${key}` };
};

/** Verifies the token of a signed URL. @throws StorageError `InvalidJWT` or `InvalidSignature` */
async function verifySignedUrl(
  { urlSecret, now }: StorageContext,
  { url }: Call,
  bucket: string,
  key: string,
  scope: Scope,
): Promise<SignedToken> {
  const token = url.searchParams.get('token');
  if (!token) throw invalidRequest("querystring must have required property 'token'");
  const payload = await verifyToken(token, urlSecret, now());
  if (payload.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`);
  if (payload.url !== `${bucket}/${key}`) throw invalidSignature('Invalid signature');
  return payload;
}

function optionsOf({ url }: Call, { exp }: SignedToken): DownloadOptions {
  return { download: url.searchParams.get('download'), expires: new Date((exp ?? 0) * 1000) };
}

async function namesVisible(
  { database }: StorageContext,
  { identity }: Call,
  bucket: string,
  names: string[],
): Promise<string[]> {
  const rows = await database.run(
    identity,
    'select name from storage.objects where bucket_id = $1 and name = any($2::text[])',
    [bucket, names.filter((name) => !name.includes('\0'))],
  );
  return rows.map((row) => String(row.name));
}

/** Purpose of a signed URL; tokens are not interchangeable. */
type Scope = 'download' | 'upload';

interface SignedToken extends JWTPayload {
  /** The only `bucket/path` the token is valid for. */
  url: string;
  scope: Scope;
  /** Transformations fixed at signing, such as `width:100,resize:cover`. */
  transformations?: string;
  owner?: string;
  upsert?: boolean;
}

/** @param expiresIn seconds */
function signToken(
  { urlSecret, now }: StorageContext,
  token: Omit<SignedToken, 'iat' | 'exp'>,
  expiresIn: number,
): Promise<string> {
  const issuedAt = Math.floor(now().getTime() / 1000);
  return new SignJWT({ ...token })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + expiresIn)
    .sign(urlSecret);
}

async function verifyToken(token: string, secret: Uint8Array, currentDate: Date): Promise<SignedToken> {
  try {
    const { payload } = await jwtVerify<SignedToken>(token, secret, { algorithms: ['HS256'], currentDate });
    return payload;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Invalid JWT';
    throw new StorageError(400, 'InvalidJWT', message, { cause: error });
  }
}

const invalidSignature = (message: string) => new StorageError(400, 'InvalidSignature', message);
