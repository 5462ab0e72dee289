import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { noisyPng } from '../support/storage-fixtures.ts';

let backend: TestBackend;
const bucket = () => backend.client({ key: backend.secretKey }).storage.from('photos');
const hidden = () => backend.client({ key: backend.secretKey }).storage.from('hidden');

async function show(path: string, query: string, accept = '*/*') {
  const response = await fetch(`${backend.url}/storage/v1/render/image/public/photos/${path}${query}`, {
    headers: { accept },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height } = response.ok ? await sharp(bytes).metadata() : {};
  return { response, bytes, format, size: [width, height] };
}

beforeAll(async () => {
  backend = await startTestBackend();
  const { storage } = backend.client({ key: backend.secretKey });
  await storage.createBucket('photos', { public: true });
  await storage.createBucket('hidden', { public: false });
  const photo = await noisyPng(600, 300);
  await bucket().upload('wide.png', photo, { contentType: 'image/png' });
  await hidden().upload('wide.png', photo, { contentType: 'image/png' });
  const turned = await sharp(photo).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  await bucket().upload('turned.jpg', Uint8Array.from(turned), { contentType: 'image/jpeg' });
  await bucket().upload('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', {
    contentType: 'image/svg+xml',
  });
  await bucket().upload('broken.png', new Uint8Array([...photo.subarray(0, 200), 0, 0]), {
    contentType: 'image/png',
  });
  await bucket().upload('note.txt', 'no picture', { contentType: 'text/plain' });
});
afterAll(() => backend.close());

describe('pictures made on demand', () => {
  it.each([
    ['?width=200', [200, 100]],
    ['?height=60', [120, 60]],
    ['?width=200&height=200', [200, 200]],
    ['?width=200&height=200&resize=contain', [200, 100]],
    ['?width=200&height=200&resize=fill', [200, 200]],
    ['?width=2000', [600, 300]],
    ['', [600, 300]],
  ])('have the size requested by %s', async (query, size) => {
    expect((await show('wide.png', query)).size).toEqual(size);
  });

  it.each([
    ['image/avif,image/webp,*/*', 'heif', 'image/avif'],
    ['image/webp,*/*', 'webp', 'image/webp'],
    ['*/*', 'png', 'image/png'],
  ])('have the best format of Accept: %s', async (accept, format, contentType) => {
    const made = await show('wide.png', '?width=100', accept);
    expect(made.format).toBe(format);
    expect(made.response.headers.get('content-type')).toBe(contentType);
    expect(made.response.headers.get('vary')).toContain('Accept');
  });

  it('have the requested format', async () => {
    expect((await show('wide.png', '?width=100&format=webp')).format).toBe('webp');
    expect((await show('wide.png', '?width=100&format=origin', 'image/avif')).format).toBe('png');
  });

  it('are smaller with lower quality', async () => {
    const best = await show('wide.png', '?format=webp&quality=95');
    const worst = await show('wide.png', '?format=webp&quality=20');
    expect(worst.bytes.length).toBeLessThan(best.bytes.length / 2);
  });

  it('are upright, and without the metadata of the camera', async () => {
    const made = await show('turned.jpg', '?width=150');
    expect(made.size).toEqual([150, 300]);
    expect((await sharp(made.bytes).metadata()).exif).toBeUndefined();
  });

  it('are cached like the original, each format under its own tag', async () => {
    const first = await show('wide.png', '?width=90', 'image/webp');
    const etag = first.response.headers.get('etag') ?? '';
    expect(first.response.headers.get('cache-control')).toBe('max-age=3600');
    expect((await show('wide.png', '?width=90')).response.headers.get('etag')).not.toBe(etag);
    const again = await fetch(`${backend.url}/storage/v1/render/image/public/photos/wide.png?width=90`, {
      headers: { accept: 'image/webp', 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  it('change with the original', async () => {
    await bucket().upload('changes.png', await noisyPng(100, 100), { contentType: 'image/png' });
    expect((await show('changes.png', '?width=50')).size).toEqual([50, 50]);
    await bucket().update('changes.png', await noisyPng(100, 200), { contentType: 'image/png' });
    expect((await show('changes.png', '?width=50')).size).toEqual([50, 100]);
  });

  it('are made for many concurrent requests without unnecessary waits', async () => {
    const asked = Array.from({ length: 40 }, (_, i) => show('wide.png', `?width=${100 + (i % 4)}`));
    for (const { response } of await Promise.all(asked)) expect(response.status).toBe(200);
  });

  it.each([
    ['drawing.svg', '?width=50'],
    ['broken.png', '?width=50'],
    ['note.txt', '?width=50'],
    ['wide.png', '?width=-1'],
    ['wide.png', '?quality=1000'],
    ['wide.png', '?resize=explode'],
  ])('are refused for %s%s', async (path, query) => {
    const { response, bytes } = await show(path, query);
    expect(response.status).toBe(400);
    expect(JSON.parse(bytes.toString())).toMatchObject({ statusCode: '400', error: 'InvalidRequest' });
  });

  it.each([
    ['of 80 million pixels', { width: 10_000, height: 8_000 }],
    ['wider than a picture can be', { width: 60_000, height: 1_000 }],
  ])(
    'are refused before they are decoded if only a few bytes describe a picture %s',
    async (_, { width, height }) => {
      const bomb = await sharp({ create: { width, height, channels: 3, background: '#000000' } })
        .png({ compressionLevel: 9 })
        .toBuffer();
      expect(bomb.length).toBeLessThan(500_000);
      await bucket().upload('bomb.png', Uint8Array.from(bomb), { contentType: 'image/png', upsert: true });
      const before = process.memoryUsage().rss;
      const asked = Array.from({ length: 8 }, () => show('bomb.png', '?width=50'));
      for (const { response, bytes } of await Promise.all(asked)) {
        expect(response.status).toBe(400);
        expect(JSON.parse(bytes.toString())).toMatchObject({
          message: expect.stringMatching(/too large|invalid/),
        });
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    },
  );

  it('of private buckets are only for people who may see the original', async () => {
    const open = await fetch(`${backend.url}/storage/v1/render/image/public/hidden/wide.png?width=50`);
    expect(await open.json()).toMatchObject({ statusCode: '404' });
    const allowed = await hidden().download('wide.png', { transform: { width: 50 } });
    expect(allowed.data?.type).toMatch(/^image\//);
    const { error } = await backend
      .client()
      .storage.from('hidden')
      .download('wide.png', { transform: { width: 50 } });
    expect(error).toMatchObject({ statusCode: '404' });
    const { publicUrl } = bucket().getPublicUrl('wide.png', { transform: { width: 50, height: 20 } }).data;
    expect((await fetch(publicUrl)).status).toBe(200);
  });
});
