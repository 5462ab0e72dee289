import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientKey } from '../../backend/lib/client-key.ts';
import { limitConcurrency } from '../../backend/lib/derivatives.ts';
import { DerivativeStore } from './derivative-store.ts';
import { derivePicture } from './derive-picture.ts';
import { KnownOriginals } from './known-originals.ts';
import { type PictureRequest, readPictureRequest } from './picture-request.ts';

export interface PicturesOptions {
  /** The original by the storage's public address, or its headers; works alike for a backend on another host. */
  fetchOriginal(bucket: string, path: string, method: 'GET' | 'HEAD'): Promise<Response>;
  cacheDir: string;
  log: Logger;
  /** The client's address, for the limit on pictures that have to be made. */
  addressOf(request: IncomingMessage): string;
  maxDiskBytes?: number;
  maxMemoryBytes?: number;
  now?: () => number;
}

const MEGABYTE = 1024 * 1024;
/** Image cache of one hour (spec section 9). */
const cacheControl = 'public, max-age=3600, stale-while-revalidate=86400';
const trustedFor = 3_600_000;
/** Encoding uses every core; more at once would only make each slower. */
const atOnce = 2;
const largestOriginal = 30 * MEGABYTE;
/** Originals in memory at a time, being read or waiting to be made into something; and how many may wait for that. */
const originalsAtOnce = 6;
/** How many pictures one client may have resized: a first visit to a store needs a few dozen. */
const madePerMinute = 300;
const mostWaiting = 1_000;

interface Picture {
  body: Buffer;
  etag: string;
}

/** Why there is no picture, as a status. */
class NoPicture extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`no picture: ${status}`);
    this.status = status;
  }
}

/**
 * Makes the function that answers `/pictures/{bucket}/{path}?w=`: made once from the original, whoever asks, kept on
 * disk and, while it is in demand, in memory. It tells whether the request was for a picture.
 */
export async function pictureServer(options: PicturesOptions) {
  const disk = await DerivativeStore.open(options.cacheDir, options.maxDiskBytes ?? 2048 * MEGABYTE);
  const memory = new LRUCache<string, Picture>({
    maxSize: options.maxMemoryBytes ?? 24 * MEGABYTE,
    sizeCalculation: ({ body }) => body.length + 200,
  });
  const flights = new Map<string, Promise<Picture>>();
  const takeTurn = limitConcurrency(atOnce, Number.POSITIVE_INFINITY);
  const takeOriginal = limitConcurrency(originalsAtOnce, mostWaiting);
  const limiter = new RateLimiterMemory({ points: madePerMinute, duration: 60 });
  const originals = new KnownOriginals(trustedFor, options.now ?? Date.now);
  for (const name of disk.names()) {
    const { original, version } = partsOfName(name);
    originals.recall(original, version);
  }

  const keep = (name: string, body: Buffer): Picture => {
    const picture = { body, etag: `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"` };
    memory.set(name, picture);
    return picture;
  };
  const make = async (asked: PictureRequest, client: string): Promise<Picture> => {
    const id = idOf(asked);
    const known = originals.versionOf(id);
    const kept = known && (await disk.read(nameOf(asked, known)));
    if (kept) return keep(nameOf(asked, known), kept);
    await limiter.consume(client).catch(() => {
      throw new NoPicture(429);
    });
    const { body, version } = await takeOriginal(async () => {
      const original = await readOriginal(options, asked);
      const made = takeTurn(() => derivePicture(original.bytes, asked.width, asked.format));
      const body = await made.catch(() => {
        throw new NoPicture(415);
      });
      return { body, version: original.version };
    });
    originals.note(id, version);
    // On a full disk pictures are shown all the same, and made again when they are no longer in memory.
    await disk
      .write(nameOf(asked, version), body)
      .catch((error: unknown) => options.log.warn({ err: error }, 'a picture could not be kept'));
    return keep(nameOf(asked, version), body);
  };
  /** After the answer: a replaced original is served from the next request on. */
  const checkOriginal = async (asked: PictureRequest): Promise<void> => {
    const response = await options.fetchOriginal(asked.bucket, asked.path, 'HEAD');
    if (response.ok) originals.note(idOf(asked), versionOf(response.headers));
    else if (response.status < 500) originals.forget(idOf(asked));
  };
  const pictureOf = (asked: PictureRequest, client: string): Picture | Promise<Picture> => {
    const id = idOf(asked);
    if (originals.shouldCheck(id)) {
      checkOriginal(asked).catch((error: unknown) =>
        options.log.warn({ err: error, path: asked.path }, 'an original could not be looked at'),
      );
    }
    const version = originals.versionOf(id);
    const flight = `${id}-${version}-${asked.width}.${asked.format}`;
    const known = (version && memory.get(nameOf(asked, version))) || flights.get(flight);
    if (known) return known;
    const made = make(asked, client).finally(() => flights.delete(flight));
    flights.set(flight, made);
    return made;
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const url = request.url ?? '';
    if (!url.startsWith('/pictures/')) return false;
    const asked = readPictureRequest(url, request.headers.accept);
    const client = clientKey(options.addressOf(request));
    return answer(asked && pictureOf(asked, client), asked, request, response).catch((error: unknown) => {
      const status = error instanceof NoPicture ? error.status : 502;
      if (status >= 500) options.log.warn({ err: error, url }, 'a picture could not be made');
      const retry = status === 429 ? { 'retry-after': '60' } : {};
      response.writeHead(status, { 'cache-control': 'no-store', ...retry }).end();
    });
  };
}

async function answer(
  found: Picture | Promise<Picture> | undefined,
  asked: PictureRequest | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!found || !asked) throw new NoPicture(404);
  const { body, etag } = await found;
  const headers = {
    'content-type': `image/${asked.format}`,
    'cache-control': cacheControl,
    vary: 'Accept',
    etag,
  };
  if (request.headers['if-none-match']?.includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function readOriginal({ fetchOriginal }: PicturesOptions, { bucket, path }: PictureRequest) {
  const response = await fetchOriginal(bucket, path, 'GET');
  if (!response.ok) {
    await response.body?.cancel();
    throw new NoPicture(response.status < 500 ? 404 : 502);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > largestOriginal) throw new NoPicture(415);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks, length), version: versionOf(response.headers) };
}

/** A version of the original, which the storage changes with its bytes. */
function versionOf(headers: Headers): string {
  return shortHash(headers.get('etag') ?? headers.get('last-modified') ?? '', 12);
}

function idOf({ bucket, path }: PictureRequest): string {
  return shortHash(`${bucket}/${path}`, 32);
}

function nameOf(asked: PictureRequest, version: string): string {
  return `${idOf(asked)}-${version}-${asked.width}.${asked.format}`;
}

function partsOfName(name: string): { original: string; version: string } {
  const [original = '', version = ''] = name.split('-');
  return { original, version };
}

function shortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
