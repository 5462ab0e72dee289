import { AS_SERVICE, type Call, jsonBody, type StorageContext, wholeNumber } from './context.ts';
import { type DownloadOptions, download } from './download.ts';
import { invalidRequest, noSuchKey } from './errors.ts';
import { anyObject } from './find-object.ts';
import { render } from './render.ts';
import type { SignedToken } from './signed-urls.ts';
import { formatTransform, parseTransform, parseTransformText } from './transform.ts';
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
  const token = await context.signer.sign(
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
      const token = await context.signer.sign({ url, scope: 'download' }, expiresIn);
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
  const token = await context.signer.sign(
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
function verifySignedUrl(
  context: StorageContext,
  { url }: Call,
  bucket: string,
  key: string,
  scope: 'download' | 'upload',
): Promise<SignedToken> {
  const token = url.searchParams.get('token');
  if (!token) throw invalidRequest("querystring must have required property 'token'");
  return context.signer.verify(token, `${bucket}/${key}`, scope);
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
