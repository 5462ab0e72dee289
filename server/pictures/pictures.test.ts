import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileCache, openFileCache } from 'embedded-supabase';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Endpoints } from '../http/endpoints.ts';
import { acceptedFormat, offeredWidth, readPictureRequest } from './picture-request.ts';
import { pictureServer } from './pictures.ts';

describe('a picture’s URL', () => {
  it('names bucket, path, an offered width and the best accepted format', () => {
    expect(readPictureRequest('/pictures/product-images/a/b%20c.webp?w=300', 'image/webp,*/*')).toEqual({
      bucket: 'product-images',
      path: 'a/b c.webp',
      width: 320,
      format: 'webp',
    });
    expect(offeredWidth(99_999)).toBe(1600);
    expect(offeredWidth(-5)).toBe(96);
    expect([acceptedFormat('image/avif,image/webp'), acceptedFormat(undefined)]).toEqual(['avif', 'jpeg']);
  });

  it.each([
    '/pictures/b/red.png%3Fv=1',
    '/pictures/b/red.png%23x',
    '/pictures/b/a%5Cb.png',
    '/pictures/b/red.png%00',
    '/pictures/b/red%0A.png',
    '/pictures/b/red%7F.png',
  ])('has only one spelling: %s is invalid', (url) => {
    expect(readPictureRequest(url, undefined)).toBeUndefined();
  });

  it.each([
    '/pictures/b/..%2f..%2fsecret',
    '/pictures/b/a/../../x',
    '/pictures/b',
    '/pictures/b/%ff',
    '/pictures//x',
  ])('cannot escape its bucket or break the parser: %s', (url) => {
    const read = readPictureRequest(url, undefined);
    expect(read === undefined || !read.path.includes('..')).toBe(true);
  });
});

describe('the picture server', () => {
  let folder: string;
  let files: FileCache;
  let pictures: Endpoints;
  let time: number;
  /** Stored bytes by path; a path that throws simulates an unavailable backend. */
  const stored = new Map<string, { bytes: Uint8Array<ArrayBuffer>; etag: string }>();
  const fetchOriginal = vi.fn<(bucket: string, path: string, method: 'GET' | 'HEAD') => Promise<Response>>();
  const painted = async (background: string) =>
    new Uint8Array(
      await sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  const colourOf = async (answer: Response) => {
    const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
    return dominant.r > dominant.b ? 'red' : 'blue';
  };

  async function open() {
    const log = pino({ level: 'silent' });
    files = await openFileCache(folder, 10_000_000);
    pictures = pictureServer({ fetchOriginal, files, log, now: () => time });
  }
  const ask = async (path: string, { headers = {}, ip = '192.0.2.1' } = {}) =>
    pictures.request(path, { headers }, { ip });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-pictures-'));
    time = 0;
    stored.clear();
    stored.set('red.png', { bytes: await painted('#c33'), etag: '"1"' });
    stored.set('broken.png', { bytes: new TextEncoder().encode('no picture'), etag: '"2"' });
    fetchOriginal.mockReset();
    fetchOriginal.mockImplementation(async (_bucket, path, method) => {
      const found = stored.get(path);
      if (!found) return new Response(null, { status: 404 });
      return new Response(method === 'HEAD' ? null : found.bytes, { headers: { etag: found.etag } });
    });
    await open();
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('serves pictures even when they cannot be stored, as on a full disk', async () => {
    await rm(folder, { recursive: true });
    const answer = await ask('/pictures/b/red.png?w=96');
    expect(answer.status).toBe(200);
    expect(await colourOf(answer)).toBe('red');
  });

  it('serves a replaced original within the hour that pictures are cached, without delaying requests', async () => {
    const show = () => ask('/pictures/p/red.png?w=96');
    expect(await colourOf(await show())).toBe('red');
    stored.set('red.png', { bytes: await painted('#33c'), etag: '"3"' });
    time += 3_599_000;
    expect(await colourOf(await show())).toBe('red');
    expect(fetchOriginal).toHaveBeenCalledTimes(1);
    time += 2_000;
    expect(await colourOf(await show())).toBe('red');
    await expect.poll(async () => colourOf(await show())).toBe('blue');
    stored.delete('red.png');
    time += 3_601_000;
    expect((await show()).status).toBe(200);
    await expect.poll(async () => (await show()).status).toBe(404);
  });

  it('keeps serving resized pictures while the backend is unavailable, even after a restart', async () => {
    await ask('/pictures/p/red.png?w=96');
    fetchOriginal.mockRejectedValue(new Error('away'));
    await open();
    for (let i = 0; i < 3; i += 1) {
      expect(await colourOf(await ask('/pictures/p/red.png?w=96'))).toBe('red');
      time += 3_601_000;
    }
    expect((await ask('/pictures/p/red.png?w=160')).status).toBe(502);
  });

  it('refuses an original that is too large, even without Content-Length', async () => {
    fetchOriginal.mockResolvedValue(new Response(new Blob([new Uint8Array(31 * 1024 * 1024)]).stream()));
    expect((await ask('/pictures/p/huge.png')).status).toBe(415);
  });

  it('holds few originals in memory, however many pictures are requested', async () => {
    const bytes = await painted('#c33');
    const gate = Promise.withResolvers<void>();
    fetchOriginal.mockImplementation(async () => {
      await gate.promise;
      return new Response(bytes, { headers: { etag: '"1"' } });
    });
    const requests = Array.from({ length: 30 }, async (_, n) => {
      return (await ask(`/pictures/p/${n}.png?w=96`)).status;
    });
    await expect.poll(() => fetchOriginal.mock.calls.length).toBe(6);
    gate.resolve();
    expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
  });

  it('limits resizes per client and minute; existing pictures and other clients are still served', async () => {
    const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#c33' } })
      .webp()
      .toBuffer();
    fetchOriginal.mockImplementation(async () => new Response(new Uint8Array(bytes)));
    const show = async (name: string, client: string) => {
      const url = `/pictures/p/${name}.png?w=96`;
      return (await ask(url, { headers: { accept: 'image/webp' }, ip: client })).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 301; n += 1) statuses.push(await show(String(n), '198.51.100.7'));
    expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true);
    expect(statuses[300]).toBe(429);
    expect(await show('7', '198.51.100.7')).toBe(200);
    expect(await show('300', '198.51.100.8')).toBe(200);
  });

  it('resizes each picture once for concurrent requests', async () => {
    const requests = Array.from({ length: 12 }, () =>
      ask('/pictures/p/red.png?w=320', { headers: { accept: 'image/webp' } }),
    );
    const answers = await Promise.all(requests);
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1);
    expect(fetchOriginal).toHaveBeenCalledTimes(1);
    const { width, height, format } = await sharp(bodies[0]).metadata();
    expect({ width, height, format }).toEqual({ width: 320, height: 213, format: 'webp' });
  });

  it('does not resize a picture again while it is still being written to disk', async () => {
    const gate = Promise.withResolvers<void>();
    const write = vi.spyOn(files, 'write').mockReturnValue(gate.promise);
    const show = () => ask('/pictures/p/red.png?w=320');
    const first = show();
    await expect.poll(() => write.mock.calls.length).toBe(1);
    const second = show();
    gate.resolve();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
    expect(fetchOriginal).toHaveBeenCalledTimes(1);
  });

  it('serves AVIF, WebP or JPEG, whatever the client accepts, for an hour', async () => {
    for (const format of ['avif', 'webp', 'jpeg']) {
      const answer = await ask('/pictures/p/red.png?w=160', {
        headers: { accept: `image/${format}` },
      });
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(answer.headers.get('cache-control')).toContain('max-age=3600');
      expect(answer.headers.get('vary')).toBe('Accept');
    }
  });

  it('answers 304 to clients that have the picture, and never enlarges', async () => {
    const first = await ask('/pictures/p/red.png?w=1600');
    expect((await sharp(Buffer.from(await first.arrayBuffer())).metadata()).width).toBe(900);
    const again = await ask('/pictures/p/red.png?w=1600', {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('answers 404 for a missing picture and 415 for other files', async () => {
    expect((await ask('/pictures/p/none.png')).status).toBe(404);
    expect((await ask('/pictures/p/broken.png')).status).toBe(415);
  });
});
