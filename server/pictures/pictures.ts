import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { DerivativeStore } from './derivative-store.ts';
import { derivePicture } from './derive-picture.ts';
import { inTurn } from './in-turn.ts';
import { type PictureRequest, readPictureRequest } from './picture-request.ts';

export interface PicturesOptions {
  /** The original by the storage's public address; works alike for a backend on another host. */
  fetchOriginal(bucket: string, path: string): Promise<Response>;
  cacheDir: string;
  log: Logger;
  maxDiskBytes?: number;
  maxMemoryBytes?: number;
}

const MEGABYTE = 1024 * 1024;
/** Image cache of one hour (spec section 9). */
const cacheControl = 'public, max-age=3600, stale-while-revalidate=86400';
/** Encoding uses every core by itself; more at once only makes everybody wait longer. */
const atOnce = 2;
const largestOriginal = 30 * MEGABYTE;

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
  const takeTurn = inTurn(atOnce);

  const make = async (asked: PictureRequest, name: string): Promise<Picture> => {
    const kept = await disk.read(name);
    if (kept) return remember(name, kept);
    const original = await readOriginal(options, asked);
    const body = await takeTurn(() => derivePicture(original, asked.width, asked.format)).catch(() => {
      throw new NoPicture(415);
    });
    await disk.write(name, body);
    return remember(name, body);
  };
  const remember = (name: string, body: Buffer): Picture => {
    const picture = { body, etag: `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"` };
    memory.set(name, picture);
    return picture;
  };
  const pictureOf = (asked: PictureRequest): Picture | Promise<Picture> => {
    const name = nameOf(asked);
    const known = memory.get(name) ?? flights.get(name);
    if (known) return known;
    const flight = make(asked, name).finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? '';
    if (!url.startsWith('/pictures/')) return false;
    const asked = readPictureRequest(url, request.headers.accept);
    answer(asked && pictureOf(asked), asked, request, response).catch((error: unknown) => {
      const status = error instanceof NoPicture ? error.status : 502;
      if (status >= 500) options.log.warn({ err: error, url }, 'a picture could not be made');
      response.writeHead(status, { 'cache-control': 'no-store' }).end();
    });
    return true;
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

async function readOriginal(
  { fetchOriginal }: PicturesOptions,
  { bucket, path }: PictureRequest,
): Promise<Buffer> {
  const response = await fetchOriginal(bucket, path);
  if (!response.ok) {
    await response.body?.cancel();
    throw new NoPicture(response.status < 500 ? 404 : 502);
  }
  if (Number(response.headers.get('content-length')) > largestOriginal) {
    await response.body?.cancel();
    throw new NoPicture(415);
  }
  return Buffer.from(await response.arrayBuffer());
}

function nameOf({ bucket, path, width, format }: PictureRequest): string {
  return `${createHash('sha256').update(`${bucket}/${path}`).digest('hex').slice(0, 32)}-${width}.${format}`;
}
