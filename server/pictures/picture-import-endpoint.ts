import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { limitConcurrency, TooBusyError } from 'embedded-supabase';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { sessionOf } from '../backend/session.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { asJson, readBody } from '../http/read-body.ts';
import { FetchProblem, fetchPublic } from './public-fetch.ts';

const path = '/picture-imports';
const bucket = 'product-images';
const largestBody = 8 * 1024;
const largestPicture = 20 * 1024 * 1024;
const mostPixels = 50_000_000;
/** Longer sides of a picture are scaled down to this; no page shows more. */
const longestSide = 2400;
const timeout = 20_000;
const atOnce = 2;
const mostWaiting = 50;
/** Pictures that a store imports in an hour. */
const hourly = { times: 5000, seconds: 3600 };

const bodySchema = z.object({
  tenant: z.string().regex(/^[a-z\d-]{1,60}$/),
  /** Name of the file in the store, which follows from its address. */
  name: z.string().regex(/^[\da-f]{16}$/),
  address: z.string().max(2000),
});

interface PictureImportOptions {
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  log: Logger;
  /** Fetches a file of the web. @throws FetchProblem */
  fetchPicture?: (address: string) => Promise<Buffer>;
}

/**
 * Handles POST `/picture-imports`: fetches a picture of another shop into the store's own files, for its staff, named by
 * a bearer access token. Answers 200 with its path in the bucket, also when it is there already; 401 or 403 for anybody
 * else; 422 with a `problem` when there is no picture at the address, 429 for too many.
 */
export function pictureImportEndpoint({ backend, admin, log, ...options }: PictureImportOptions) {
  const fetchPicture =
    options.fetchPicture ?? ((address: string) => fetchPublic(address, { largest: largestPicture, timeout }));
  const withinLimit = rateLimit(admin, 'picture_imports', hourly);
  const takeTurn = limitConcurrency(atOnce, mostWaiting);

  const answer = async (request: IncomingMessage): Promise<{ path: string }> => {
    const { person } = await sessionOf(backend, request);
    const body = bodySchema.safeParse(asJson(await readBody(request, largestBody)));
    if (!body.success) throw new HttpError(400, 'Name the store, the file and the address.');
    const { tenant, name, address } = body.data;
    const file = `${tenant}/imported/${name}.webp`;
    const files = person.storage.from(bucket);
    // Only who may add the file gets this far, and only once.
    const allowed = await files.createSignedUploadUrl(file, { upsert: false });
    if (allowed.error) {
      if (isTaken(allowed.error)) return { path: file };
      throw new HttpError(403, 'Only staff of this store import pictures.');
    }
    if (!(await withinLimit(tenant))) throw new HttpError(429, 'tooMany');
    const picture = await takeTurn(async () => asWebp(await fetchPicture(address)));
    const stored = await files.uploadToSignedUrl(file, allowed.data.token, picture, {
      contentType: 'image/webp',
    });
    if (stored.error && !isTaken(stored.error)) throw stored.error;
    return { path: file };
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    if (request.url !== path) return false;
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    if (request.method !== 'POST') {
      send(405, { problem: 'method' });
      return true;
    }
    return answer(request).then(
      (stored) => void send(200, stored),
      (error: unknown) => {
        if (error instanceof HttpError) send(error.status, { problem: error.message });
        else if (error instanceof FetchProblem) send(422, { problem: error.problem });
        else if (error instanceof TooBusyError) send(429, { problem: 'tooMany' });
        else {
          log.error({ err: error }, 'a picture could not be imported');
          send(500, { problem: 'failed' });
        }
      },
    );
  };
}

/** Whether storage has a file of this name already. */
const isTaken = (error: { statusCode?: string; message: string }) =>
  error.statusCode === '409' || /already exists/i.test(error.message);

/** First bytes of JPEG, PNG, GIF, WebP, and of AVIF and HEIF after their length. */
const signatures = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp)/s;

/** Converts a picture to WebP, upright and without what its camera wrote in it. @throws HttpError 422 for none */
async function asWebp(bytes: Buffer): Promise<Buffer> {
  if (!signatures.test(bytes.toString('latin1', 0, 16))) throw new HttpError(422, 'notPicture');
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer()
    .catch(() => {
      throw new HttpError(422, 'notPicture');
    });
}
