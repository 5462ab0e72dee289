import { createHash } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { byteRange, isUnchanged, limitConcurrency, TooBusyError } from 'embedded-supabase';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  brandFileExtension,
  brandFilesPath,
  brandFileType,
  brandFileUses,
} from '../../app/brands/brand-picture.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { requireCapability, requireSession, type SessionBackend } from '../backend/session.ts';
import { brandBucket, type ReadBrandFile } from '../brands/brand-file-reader.ts';
import { createEndpoints, type Endpoints, limitBody, refuseOtherMethods } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { type BrandFile, largestUpload, makeBrandFile } from './brand-file.ts';
import { BrandFileProblem } from './brand-file-problem.ts';

/** Uploads per store and hour. */
const hourly = { times: 60, seconds: 3600 };
const concurrency = 1;
const mostWaiting = 20;

const asked = z.object({
  tenant: z.string().regex(/^[a-z\d-]{1,60}$/),
  use: z.enum(brandFileUses),
});

/** The path of a stored file. */
const storedFile = /^\/brand-files\/[a-z\d-]{1,60}\/[\da-f]{20}(?:-\d+x\d+)?\.(?:svg|png|webp|mp3)$/;

interface BrandFileOptions {
  backend: SessionBackend;
  admin: SupabaseClient<Database>;
  read: ReadBrandFile;
  log: Logger;
}

/** Names a file by its content and, if it has one, its size: `{tenant}/{hash}-640x240.webp`. */
function nameOf(tenant: string, { bytes, type, size }: BrandFile): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 20);
  const measured = size ? `-${size.width}x${size.height}` : '';
  return `${tenant}/${hash}${measured}.${brandFileExtension(type)}`;
}

/**
 * `POST /brand-files?tenant=&use=logo|icon|music` with the file as body and a bearer access token of somebody who may
 * change the store's settings: checks the file, stores it and answers 200 with its path. Answers 422 with the problem in
 * `details` for a file that a brand cannot have, 403 for anybody else.
 *
 * `GET /brand-files/{tenant}/{name}` answers the file to everybody, never as a page that may run anything.
 */
export function brandFileEndpoints({ backend, admin, read, log }: BrandFileOptions): Endpoints {
  const withinLimit = rateLimit(admin, 'brand_files', hourly);
  const takeTurn = limitConcurrency(concurrency, mostWaiting);
  const endpoints = createEndpoints(log, {
    unexpected: { status: 500, message: 'The file could not be stored.', details: 'failed' },
    translate(error) {
      if (error instanceof BrandFileProblem) return refusal(422, error.problem);
      return error instanceof TooBusyError ? refusal(429, 'tooMany') : error;
    },
  });

  const limit = limitBody(largestUpload, () => {
    throw refusal(422, 'tooLarge');
  });
  endpoints.post('/brand-files', requireSession(backend), limit, async (c) => {
    const { data: query } = asked.safeParse(c.req.query());
    if (!query) throw new HttpError(400, 'Name the store and what the file is for.');
    const { tenant, use } = query;
    await requireCapability(c.var.session, tenant, 'settings.store');
    if (!(await withinLimit(tenant))) throw refusal(429, 'tooMany');
    const bytes = Buffer.from(await c.req.arrayBuffer());
    const made = await takeTurn(() => makeBrandFile(use, bytes));
    const name = nameOf(tenant, made);
    const stored = await admin.storage.from(brandBucket).upload(name, made.bytes, { contentType: made.type });
    if (stored.error && !isTaken(stored.error)) throw stored.error;
    return c.json({ path: `${brandFilesPath}/${name}` });
  });

  endpoints.get('/brand-files/:tenant/:file', async (c) => {
    const { tenant, file } = c.req.param();
    const path = `${brandFilesPath}/${tenant}/${file}`;
    if (!storedFile.test(path)) throw noFile();
    const bytes = await read(path).catch(() => {
      throw noFile();
    });
    const headers = {
      'content-type': brandFileType(path) ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${file}"`,
      'accept-ranges': 'bytes',
      // An SVG that is opened by itself is a page.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    };
    if (isUnchanged(c.req.header(), headers)) return c.body(null, 304, headers);
    const range = byteRange(c.req.header('range'), bytes.length);
    if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${bytes.length}` });
    if (!range) return c.body(bytes, 200, { ...headers, 'content-length': String(bytes.length) });
    return c.body(bytes.subarray(range.start, range.end + 1), 206, {
      ...headers,
      'content-range': `bytes ${range.start}-${range.end}/${bytes.length}`,
      'content-length': String(range.end - range.start + 1),
    });
  });
  return refuseOtherMethods(endpoints);
}

const noFile = () => new HttpError(404, 'There is no such file.');

const refusal = (status: number, problem: string) =>
  new HttpError(status, 'The file is not stored.', { details: problem });

const isTaken = (error: { statusCode?: string; message: string }) =>
  error.statusCode === '409' || /already exists/i.test(error.message);
