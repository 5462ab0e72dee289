import { isActiveContent } from './content-type.ts';
import type { StorageContext } from './context.ts';
import { noSuchKey, StorageError } from './errors.ts';
import type { FindObject } from './find-object.ts';
import type { ByteRange } from './object-store.ts';
import type { ObjectMetadata, StoredObject } from './rows.ts';

/** Objects up to this size are read at once, as a stream would cost more. */
const SMALL = 512 * 1024;
const ATTEMPTS = 3;

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
    if (isUnchanged(request.headers, headers)) return notModified(headers);
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
export async function withCurrent<T>(
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
export function objectHeaders(object: StoredObject, { download, expires }: DownloadOptions): Headers {
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

/** Whether the client has this version. RFC 9110: `If-None-Match` takes precedence. */
export function isUnchanged(request: Headers, response: Headers): boolean {
  const ifNoneMatch = request.get('if-none-match');
  if (ifNoneMatch !== null) return matchesEtag(ifNoneMatch, response.get('etag') ?? '');
  const since = Date.parse(request.get('if-modified-since') ?? '');
  return Date.parse(response.get('last-modified') ?? '') <= since;
}

/** Whether a list of entity tags contains this one, by weak comparison. */
function matchesEtag(list: string, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return list.trim() === '*' || list.split(',').map(strong).includes(strong(etag));
}

export function notModified(headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

/** The requested range; the whole object when its size is unknown. @throws StorageError `InvalidRange` */
function rangeOf(request: Headers, response: Headers, size: number | undefined): ByteRange | undefined {
  const condition = request.get('if-range');
  if (condition !== null && condition !== response.get('etag') && condition !== response.get('last-modified'))
    return undefined;
  const range = size === undefined ? undefined : parseByteRange(request.get('range'), size);
  if (range !== 'unsatisfiable') return range;
  throw new StorageError(416, 'InvalidRange', 'invalid range provided', {
    error: 'invalid_range',
    headers: { 'content-range': `bytes */${size}` },
  });
}

/**
 * Parses a `Range` header. Multiple ranges get the whole object, which RFC 9110 allows.
 *
 * @param size size of the object in bytes
 * @returns the range, `undefined` for the whole object, or `unsatisfiable`
 */
export function parseByteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header && /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
