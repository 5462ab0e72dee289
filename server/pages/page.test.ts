import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { Page } from './page.ts';

const text = '<p>Größe</p>'.repeat(200);
const pageOf = (body: string) =>
  Page.of({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(body),
    tags: new Set<string>(),
  });

it('a page is the same in every encoding, and compressed once for all clients', async () => {
  const page = await pageOf(text);
  const [brotli, gzip, again] = await Promise.all([page.bytes('br'), page.bytes('gzip'), page.bytes('gzip')]);
  expect(await page.bytes('br')).toBe(brotli);
  expect(again).toBe(gzip);
  expect((await promisify(brotliDecompress)(brotli)).toString()).toBe(text);
  expect((await promisify(gunzip)(gzip)).toString()).toBe(text);
  const plain = await page.bytes('identity');
  expect(plain.toString()).toBe(text);
  expect(await page.bytes('identity')).toBe(plain);
});

it('a page’s ETag changes with any of its bytes', async () => {
  const [page, same, longer] = await Promise.all([text, text, `${text} `].map(pageOf));
  expect(same?.etag).toBe(page?.etag);
  expect(longer?.etag).not.toBe(page?.etag);
});

it('a page that stays is recompressed into fewer bytes of the same text', async () => {
  const words = Array.from(
    { length: 4_000 },
    (_, at) => `<p class="p-${at % 7}">${(at * at) % 977}</p>`,
  ).join('');
  const page = await pageOf(words);
  const [fast, { size }] = [await page.bytes('br'), page];
  await page.recompress();
  const dense = await page.bytes('br');
  expect(dense.length).toBeLessThan(fast.length * 0.97);
  expect(page.size).toBeLessThan(size);
  expect((await promisify(brotliDecompress)(dense)).toString()).toBe(words);
  await page.recompress();
  expect(await page.bytes('br')).toBe(dense);
});

it('a page counts with its compressed size', async () => {
  expect((await pageOf(text)).size).toBeLessThan(text.length);
});
