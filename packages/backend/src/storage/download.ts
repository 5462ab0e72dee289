import type { Range } from 'range-parser';
import { z } from 'zod';
import { byteRange } from '../lib/byte-range.ts';
import { isUnchanged } from '../lib/conditional-request.ts';
import { isJsonObject } from '../lib/http.ts';
import { TooBusyError } from '../lib/limit-concurrency.ts';
import { drawPicture, MAX_SOURCE_SIZE, type PictureFormat } from './draw-picture.ts';
import {
  type Call,
  entityTooLarge,
  essence,
  invalidRequest,
  noSuchKey,
  type StorageContext,
  StorageError,
} from './request.ts';
import type { ObjectMetadata } from './upload.ts';

/** Objects up to this size are read at once, as a stream would cost more. */
const SMALL = 512 * 1024;
const ATTEMPTS = 3;
const MAX_SIDE = 2500;
/** Other originals are rendered as JPEG. */
const KEPT_FORMATS = ['avif', 'webp', 'png', 'gif'] as const;
/** Types that a browser may execute. */
const ACTIVE =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|(text|application)\/xml|(text|application)\/(x-)?(java|ecma)script|[\w.]+\/[\w.]+\+xml)$/;

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

/** Looks up the object anew on each call, as it may change during a request. */
export type FindObject = () => Promise<StoredObject>;

export interface DownloadOptions {
  /** `?download` of the URL: a file name, or '' for the default name. */
  download: string | null;
  /** Expiry of the signed URL, which replaces the object's cache time. */
  expires?: Date | undefined;
}

/** Serves an object: in full, a range, or 304. @throws StorageError `NoSuchKey` */
export function download(
  context: StorageContext,
  request: Request,
  find: FindObject,
  options: DownloadOptions,
): Promise<Response> {
  return withCurrent(context, find, async (object) => {
    const headers = objectHeaders(object, options);
    if (isUnchanged(Object.fromEntries(request.headers), Object.fromEntries(headers)))
      return notModified(headers);
    if (request.method === 'HEAD') {
      headers.set('content-length', String(object.metadata?.size ?? 0));
      return new Response(null, { headers });
    }
    const range = rangeOf(request.headers, headers, object.metadata?.size);
    const bytes = await context.objects.open(object.version, range);
    if (!bytes) return undefined;
    headers.set('content-length', String(bytes.size));
    if (range) {
      headers.set('content-range', `bytes ${range.start}-${range.end}/${object.metadata?.size}`);
      return new Response(bytes.stream(), { status: 206, headers });
    }
    return new Response(bytes.size <= SMALL ? await bytes.bytes() : bytes.stream(), { headers });
  });
}

/**
 * Works with a row and its content. Retries with the new row when an upload has replaced the object in between, for
 * which `work` returns undefined.
 * @throws StorageError `NoSuchKey`
 */
async function withCurrent<T>(
  context: Pick<StorageContext, 'log'>,
  find: FindObject,
  work: (object: StoredObject) => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const done = await work(await find());
    if (done !== undefined) return done;
  }
  context.log.error({}, 'An object has a row but no bytes');
  throw noSuchKey();
}

/** The object's response headers, except its length. */
function objectHeaders(object: StoredObject, { download, expires }: DownloadOptions): Headers {
  const metadata: Partial<ObjectMetadata> = object.metadata ?? {};
  const contentType = metadata.mimetype ?? 'application/octet-stream';
  const active = isActiveContent(contentType);
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-type': active && !contentType.startsWith('image/') ? 'text/plain' : contentType,
    etag: metadata.eTag ?? `"${object.version}"`,
    'last-modified': new Date(metadata.lastModified ?? object.updated_at).toUTCString(),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  });
  if (expires) headers.set('expires', expires.toUTCString());
  else headers.set('cache-control', metadata.cacheControl ?? 'no-cache');
  if (metadata.contentEncoding) headers.set('content-encoding', metadata.contentEncoding);
  if (active)
    headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (download || active || download === '') {
    headers.set('content-disposition', disposition(download ?? ''));
  }
  return headers;
}

function disposition(fileName: string): string {
  if (fileName === '') return 'attachment;';
  const encoded = encodeURIComponent(fileName.slice(0, 255).toWellFormed()).replaceAll("'", '%27');
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}

function notModified(headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

/** The requested range; the whole object when its size is unknown. @throws StorageError `InvalidRange` */
function rangeOf(request: Headers, response: Headers, size: number | undefined): Range | undefined {
  const condition = request.get('if-range');
  if (condition !== null && condition !== response.get('etag') && condition !== response.get('last-modified'))
    return undefined;
  const range = size === undefined ? undefined : byteRange(request.get('range'), size);
  if (range !== 'unsatisfiable') return range;
  throw new StorageError(416, 'InvalidRange', 'invalid range provided', {
    error: 'invalid_range',
    headers: { 'content-range': `bytes */${size}` },
  });
}

/** Whether displaying it within an origin could run scripts. */
export function isActiveContent(contentType: string): boolean {
  return ACTIVE.test(essence(contentType));
}

/** The content was replaced while it was rendered. */
class Replaced extends Error {}

/**
 * Serves a transformed picture, in the best format that the client accepts. Reads the original only on a cache miss.
 * @throws StorageError `InvalidRequest` for other content
 */
export function render(
  context: StorageContext,
  { request }: Call,
  find: FindObject,
  transform: Transform,
  options: DownloadOptions,
): Promise<Response> {
  return withCurrent(context, find, async (object) => {
    const original = (object.metadata?.mimetype ?? '').replace(/^image\//, '').replace(/;.*$/, '');
    const format = chooseFormat(transform, request.headers.get('accept') ?? '', original);
    const headers = objectHeaders(object, options);
    headers.set('content-type', `image/${format}`);
    headers.set('etag', `${headers.get('etag')?.slice(0, -1)}-${format}"`);
    headers.set('vary', 'Accept');
    headers.delete('accept-ranges');
    if (isUnchanged(Object.fromEntries(request.headers), Object.fromEntries(headers)))
      return notModified(headers);
    const key = `${object.version} ${formatTransform(transform)} ${format}`;
    const draw = async () => drawPicture(await readOriginal(context, object.version), transform, format);
    const bytes = await context.derivatives.get(key, draw).catch((error: unknown) => {
      if (error instanceof Replaced) return undefined;
      throw error instanceof TooBusyError ? new StorageError(503, 'SlowDown', 'Too many requests') : error;
    });
    if (!bytes) return undefined;
    headers.set('content-length', String(bytes.byteLength));
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  });
}

async function readOriginal({ objects }: StorageContext, version: string): Promise<Uint8Array> {
  const bytes = await objects.open(version);
  if (!bytes) throw new Replaced();
  if (bytes.size <= MAX_SOURCE_SIZE) return bytes.bytes();
  await bytes.close();
  throw entityTooLarge();
}

/** Missing, null and empty all mean not requested. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const side = optional(
  z.coerce
    .number()
    .int()
    .min(0)
    .transform((pixels) => Math.min(pixels, MAX_SIDE) || undefined),
);

const Transform = z.object({
  width: side,
  height: side,
  resize: optional(z.enum(['cover', 'contain', 'fill'])),
  quality: optional(z.coerce.number().int().min(20).max(100)),
  /** `origin` keeps the original format. */
  format: optional(z.enum(['origin', 'avif', 'webp'])),
});
/** A picture transformation. */
type Transform = z.output<typeof Transform>;

/**
 * Parses a transformation from a query, a signed URL or JSON. Limits sides to 2,500 pixels; ignores unknown options.
 * @throws StorageError `InvalidRequest`
 */
export function parseTransform(source: unknown): Transform {
  const { data, error } = Transform.safeParse(isJsonObject(source) ? source : {});
  if (data) return data;
  throw invalidRequest(`querystring: ${z.prettifyError(error)}`);
}

/** `{ width: 100, resize: 'cover' }` → `width:100,resize:cover` */
export function formatTransform(transform: Transform): string {
  return Object.entries(transform)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
}

/** Inverse of `formatTransform`. */
export function parseTransformText(text: string): Transform {
  return parseTransform(Object.fromEntries(text.split(',').map((entry) => entry.split(':'))));
}

/** The response's format: the requested one, else the best that the client accepts, else the original. */
export function chooseFormat(transform: Transform, accept: string, original: string): PictureFormat {
  if (transform.format === 'avif' || transform.format === 'webp') return transform.format;
  if (transform.format !== 'origin') {
    if (accept.includes('image/avif')) return 'avif';
    if (accept.includes('image/webp')) return 'webp';
  }
  return KEPT_FORMATS.find((format) => format === original) ?? 'jpeg';
}
