import { randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '../lib/secrets.ts';
import {
  type DownloadOptions,
  download,
  formatTransform,
  parseTransform,
  parseTransformText,
  render,
} from './download.ts';
import { invalidRequest, noSuchKey, StorageError } from './errors.ts';
import { anyObject } from './objects.ts';
import { AS_SERVICE, type Call, jsonBody, type StorageContext, wholeNumber } from './request.ts';
import { probeUpload, upload } from './upload.ts';

const MAX_LIFETIME = 10 * 365 * 24 * 3600;
const UPLOAD_LIFETIME = 2 * 3600;
const MAX_PATHS = 1000;

/** POST /object/sign/{bucket}/{path}: a URL to download an object for `expiresIn` seconds. */
export async function signObject(
  context: StorageContext,
  call: Call,
  bucket: string,
  key: string,
): Promise<unknown> {
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
}

/** POST /object/sign/{bucket}: signs many objects, with a result for each. */
export async function signObjects(context: StorageContext, call: Call, bucket: string): Promise<unknown> {
  const { expiresIn: lifetime, paths } = await jsonBody(call.request);
  const expiresIn = wholeNumber(lifetime, 'body/expiresIn', 1, MAX_LIFETIME);
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > MAX_PATHS) {
    throw invalidRequest(`body/paths must be an array of 1 to ${MAX_PATHS} names`);
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
}

/** GET /object/sign/{bucket}/{path}?token= */
export async function downloadSigned(
  context: StorageContext,
  call: Call,
  bucket: string,
  key: string,
): Promise<Response> {
  const token = await verifySignedUrl(context, call, bucket, key, 'download');
  return download(context, call.request, anyObject(context, call, bucket, key), optionsOf(call, token));
}

/** GET /render/image/sign/{bucket}/{path}?token= */
export async function renderSigned(
  context: StorageContext,
  call: Call,
  bucket: string,
  key: string,
): Promise<Response> {
  const token = await verifySignedUrl(context, call, bucket, key, 'download');
  const transform = parseTransformText(token.transformations ?? '');
  return render(context, call, anyObject(context, call, bucket, key), transform, optionsOf(call, token));
}

/** POST /object/upload/sign/{bucket}/{path}: a URL for one upload within two hours, if policies allow. */
export async function signUpload(
  context: StorageContext,
  call: Call,
  bucket: string,
  key: string,
): Promise<unknown> {
  const replace = call.request.headers.get('x-upsert') === 'true';
  await probeUpload(context, { bucket, key, identity: call.identity, owner: call.owner, replace });
  const url = `${bucket}/${key}`;
  const token = await signToken(
    context,
    { url, scope: 'upload', upsert: replace, ...(call.owner ? { owner: call.owner } : {}) },
    UPLOAD_LIFETIME,
  );
  return { url: `/object/upload/sign/${url}?token=${token}`, token };
}

/** PUT /object/upload/sign/{bucket}/{path}?token= */
export async function uploadSigned(
  context: StorageContext,
  call: Call,
  bucket: string,
  key: string,
): Promise<unknown> {
  const { owner, upsert = false } = await verifySignedUrl(context, call, bucket, key, 'upload');
  await upload(context, call.request, { bucket, key, identity: AS_SERVICE, owner, replace: upsert });
  return { Key: `${bucket}/${key}` };
}

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

/** The secret of signed URLs; a separate one, so that URL tokens are no access tokens. */
export async function openUrlSecret(secrets: Secrets): Promise<Uint8Array> {
  const text = await secrets.get('url-signing', () => randomBytes(32).toString('base64url'));
  return Buffer.from(text, 'base64url');
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
