import { createHash } from 'node:crypto';
import { clientKey, type FileCache, isUnchanged, limitConcurrency, TooBusyError } from 'embedded-supabase';
import { drawPicture } from 'embedded-supabase/storage';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createEndpoints, type Endpoints, targetOf } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { OriginalVersions } from './original-versions.ts';
import { type PictureRequest, readPictureRequest } from './picture-request.ts';

export interface PicturesOptions {
  /** Fetches an original, or its headers, from storage; the backend may be remote. */
  fetchOriginal(bucket: string, path: string, method: 'GET' | 'HEAD'): Promise<Response>;
  /** Cache of resized pictures. */
  files: FileCache;
  log: Logger;
  maxMemoryBytes?: number;
  now?: () => number;
}

const MEGABYTE = 1024 * 1024;
/** One hour (docs/product.md, Products). */
const cacheControl = 'public, max-age=3600, stale-while-revalidate=86400';
const trustedFor = 3_600_000;
/** Encoding uses every core, so more in parallel would only be slower. */
const maxConcurrent = 2;
const largestOriginal = 30 * MEGABYTE;
/** Maximum number of originals in memory, being read or waiting for a resize slot. */
const originalsAtOnce = 6;
/** Resizes per client and minute; a first visit needs a few dozen. */
const madePerMinute = 300;
const quality = { avif: 52, webp: 78, jpeg: 80 };
const mostWaiting = 1_000;

interface Picture {
  body: Buffer<ArrayBuffer>;
  etag: string;
}

const noPicture = (status: number, headers = {}) =>
  new HttpError(status, 'There is no such picture.', { headers });

/** `/pictures/{bucket}/{path}?w=`. Each size is resized once and cached on disk, popular ones also in memory. */
export function pictureServer(options: PicturesOptions): Endpoints {
  const { files } = options;
  const memory = new LRUCache<string, Picture>({
    maxSize: options.maxMemoryBytes ?? 12 * MEGABYTE,
    sizeCalculation: ({ body }) => body.length + 200,
  });
  const flights = new Map<string, Promise<Picture>>();
  const takeTurn = limitConcurrency(maxConcurrent, Number.POSITIVE_INFINITY);
  const takeOriginal = limitConcurrency(originalsAtOnce, mostWaiting);
  const limiter = new RateLimiterMemory({ points: madePerMinute, duration: 60 });
  const originals = new OriginalVersions(trustedFor, options.now ?? Date.now);
  // Newest version last, so that it wins.
  for (const name of [...files.names()].toReversed()) {
    const { original, version } = partsOfName(name);
    originals.recall(original, version);
  }

  const keep = (name: string, body: Buffer<ArrayBuffer>): Picture => {
    const picture = { body, etag: `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"` };
    memory.set(name, picture);
    return picture;
  };
  const make = async (pictureRequest: PictureRequest, client: string): Promise<Picture> => {
    const id = idOf(pictureRequest);
    const storedVersion = originals.versionOf(id);
    const stored = storedVersion && (await files.read(nameOf(pictureRequest, storedVersion)));
    if (stored) return keep(nameOf(pictureRequest, storedVersion), stored);
    await limiter.consume(client).catch(() => {
      throw noPicture(429, { 'retry-after': '60' });
    });
    const { body, version } = await takeOriginal(async () => {
      const original = await readOriginal(options, pictureRequest);
      const resized = takeTurn(() =>
        drawPicture(
          original.bytes,
          { width: pictureRequest.width, quality: quality[pictureRequest.format] },
          pictureRequest.format,
        ),
      );
      const body = await resized.catch(() => {
        throw noPicture(415);
      });
      return { body, version: original.version };
    });
    // A full disk does not prevent serving; the picture is resized again once it leaves memory.
    await files
      .write(nameOf(pictureRequest, version), body)
      .catch((error: unknown) => options.log.warn({ err: error }, 'a picture could not be kept'));
    const picture = keep(nameOf(pictureRequest, version), body);
    // After the picture: a request that knows the version expects the picture in memory and does not wait for
    // it.
    originals.note(id, version);
    return picture;
  };
  /** Runs after the response; a replaced original is served from the next request on. */
  const checkOriginal = async (pictureRequest: PictureRequest): Promise<void> => {
    const response = await options.fetchOriginal(pictureRequest.bucket, pictureRequest.path, 'HEAD');
    if (response.ok) originals.note(idOf(pictureRequest), versionOf(response.headers));
    else if (response.status < 500) originals.forget(idOf(pictureRequest));
  };
  const pictureOf = (pictureRequest: PictureRequest, client: string): Picture | Promise<Picture> => {
    const id = idOf(pictureRequest);
    if (originals.shouldCheck(id)) {
      checkOriginal(pictureRequest).catch((error: unknown) =>
        options.log.warn({ err: error, path: pictureRequest.path }, 'an original could not be looked at'),
      );
    }
    const version = originals.versionOf(id);
    const flight = `${id}-${version}-${pictureRequest.width}.${pictureRequest.format}`;
    const cached = (version && memory.get(nameOf(pictureRequest, version))) || flights.get(flight);
    if (cached) return cached;
    const pending = make(pictureRequest, client).finally(() => flights.delete(flight));
    flights.set(flight, pending);
    return pending;
  };

  const endpoints = createEndpoints(options.log, {
    unexpected: { status: 502, message: 'The picture could not be made.' },
    translate: (error) =>
      error instanceof TooBusyError
        ? new HttpError(503, 'Too many pictures are being made.', { headers: { 'retry-after': '1' } })
        : error,
  });
  endpoints.get('/pictures/*', async (c) => {
    const pictureRequest = readPictureRequest(targetOf(c), c.req.header('accept'));
    if (!pictureRequest) throw noPicture(404);
    const { body, etag } = await pictureOf(pictureRequest, clientKey(c.env.ip));
    const headers = {
      'content-type': `image/${pictureRequest.format}`,
      'cache-control': cacheControl,
      vary: 'Accept',
      etag,
    };
    if (isUnchanged(c.req.header(), headers)) return c.body(null, 304, headers);
    return c.body(body, 200, { ...headers, 'content-length': String(body.length) });
  });
  return endpoints;
}

async function readOriginal({ fetchOriginal }: PicturesOptions, { bucket, path }: PictureRequest) {
  const response = await fetchOriginal(bucket, path, 'GET');
  if (!response.ok) {
    await response.body?.cancel();
    throw noPicture(response.status < 500 ? 404 : 502);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > largestOriginal) throw noPicture(415);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks, length), version: versionOf(response.headers) };
}

/** Version of an original, which storage changes with its content. */
function versionOf(headers: Headers): string {
  return shortHash(headers.get('etag') ?? headers.get('last-modified') ?? '', 12);
}

function idOf({ bucket, path }: PictureRequest): string {
  return shortHash(`${bucket}/${path}`, 32);
}

function nameOf(pictureRequest: PictureRequest, version: string): string {
  return `${idOf(pictureRequest)}-${version}-${pictureRequest.width}.${pictureRequest.format}`;
}

function partsOfName(name: string): { original: string; version: string } {
  const [original = '', version = ''] = name.split('-');
  return { original, version };
}

function shortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
