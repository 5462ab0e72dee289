import type { SupabaseClient } from '@supabase/supabase-js';
import { limitConcurrency, TooBusyError } from 'embedded-supabase';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import { requireSession, type SessionBackend } from '../backend/session.ts';
import { createEndpoints, type Endpoints, jsonBody, refuseOtherMethods } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { FetchProblem, fetchPublic } from './public-fetch.ts';

const bucket = 'product-images';
const largestPicture = 20 * 1024 * 1024;
const mostPixels = 50_000_000;
/** Maximum length of a picture's longer side in pixels; no page shows more. */
const longestSide = 2400;
const timeout = 20_000;
const concurrency = 2;
const mostWaiting = 50;
/** Imports per store and hour. */
const hourly = { times: 5000, seconds: 3600 };

const bodySchema = z.object({
  tenant: z.string().regex(/^[a-z\d-]{1,60}$/),
  /** File name in the store, derived from the picture's URL. */
  name: z.string().regex(/^[\da-f]{16}$/),
  address: z.string().max(2000),
});

interface PictureImportOptions {
  backend: SessionBackend;
  admin: SupabaseClient<Database>;
  log: Logger;
  /** Downloads a file from the web. @throws FetchProblem */
  fetchPicture?: (address: string) => Promise<Buffer>;
}

/**
 * `POST /picture-imports`: copies a picture of another store into this store's files, for its staff, with a
 * bearer access token. Answers 200 with its path in the bucket, even if it was there before; 403 for anybody
 * else; 422 with the problem in `details` if the URL has no picture; 429 for too many imports.
 */
export function pictureImportEndpoint({ backend, admin, log, ...options }: PictureImportOptions): Endpoints {
  const fetchPicture =
    options.fetchPicture ?? ((address: string) => fetchPublic(address, { largest: largestPicture, timeout }));
  const withinLimit = rateLimit(admin, 'picture_imports', hourly);
  const takeTurn = limitConcurrency(concurrency, mostWaiting);

  const endpoints = createEndpoints(log, {
    unexpected: { status: 500, message: 'The picture could not be imported.', details: 'failed' },
    translate(error) {
      if (error instanceof FetchProblem) return refusal(422, error.problem);
      return error instanceof TooBusyError ? refusal(429, 'tooMany') : error;
    },
  });
  const body = jsonBody(bodySchema, {
    largest: 8 * 1024,
    message: 'Name the store, the file and the address.',
  });
  endpoints.post('/picture-imports', requireSession(backend), body, async (c) => {
    const { tenant, name, address } = c.var.body;
    const path = `${tenant}/imported/${name}.webp`;
    const files = c.var.session.person.storage.from(bucket);
    // Only people who may add the file get this far, and only once.
    const allowed = await files.createSignedUploadUrl(path, { upsert: false });
    if (allowed.error) {
      if (isTaken(allowed.error)) return c.json({ path });
      throw new HttpError(403, 'Only staff of this store import pictures.');
    }
    if (!(await withinLimit(tenant))) throw refusal(429, 'tooMany');
    const picture = await takeTurn(async () => asWebp(await fetchPicture(address)));
    const stored = await files.uploadToSignedUrl(path, allowed.data.token, picture, {
      contentType: 'image/webp',
    });
    if (stored.error && !isTaken(stored.error)) throw stored.error;
    return c.json({ path });
  });
  return refuseOtherMethods(endpoints);
}

/** An import error: a code of `app/admin/products/files/import-pictures.ts`. */
const refusal = (status: number, problem: string) =>
  new HttpError(status, 'The picture is not imported.', { details: problem });

const isTaken = (error: { statusCode?: string; message: string }) =>
  error.statusCode === '409' || /already exists/i.test(error.message);

/** First bytes of JPEG, PNG, GIF and WebP, and of AVIF and HEIF after their length. */
const signatures = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp)/s;

/**
 * Converts a picture to WebP, upright and without camera metadata.
 * @throws HttpError 422 if it is not a picture
 */
async function asWebp(bytes: Buffer): Promise<Buffer> {
  if (!signatures.test(bytes.toString('latin1', 0, 16))) throw refusal(422, 'notPicture');
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer()
    .catch(() => {
      throw refusal(422, 'notPicture');
    });
}
