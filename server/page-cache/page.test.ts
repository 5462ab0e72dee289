import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { Page } from './page.ts';

const text = '<p>Größe</p>'.repeat(200);
const pageOf = (body: string) =>
  new Page({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(body),
    tags: new Set<string>(),
  });

it('a page is the same in every encoding, and compressed once for all who ask', async () => {
  const page = pageOf(text);
  const [brotli, again, gzip] = await Promise.all([page.bytes('br'), page.bytes('br'), page.bytes('gzip')]);
  expect(again).toBe(brotli);
  expect(await page.bytes('br')).toBe(brotli);
  expect((await promisify(brotliDecompress)(brotli)).toString()).toBe(text);
  expect((await promisify(gunzip)(gzip)).toString()).toBe(text);
  expect((await page.bytes('identity')).toString()).toBe(text);
});

it('a page has another validator as soon as one of its bytes is another', () => {
  expect(pageOf(text).etag).toBe(pageOf(text).etag);
  expect(pageOf(`${text} `).etag).not.toBe(pageOf(text).etag);
});
