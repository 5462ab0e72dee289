import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { Page } from './page.ts';

const text = '<p>Größe</p>'.repeat(200);

function page() {
  const bytes = Buffer.from(text);
  let writes = 0;
  const body = {
    length: bytes.length,
    etag: 'told',
    writeTo: (buffer: Buffer) => {
      writes += 1;
      bytes.copy(buffer);
    },
  };
  const rendered = { status: 200, headers: { 'content-type': 'text/html' }, body, tags: new Set<string>() };
  return { page: new Page(rendered), written: () => writes };
}

it('M112 a page is put together each time it is needed, and kept whole once its plain bytes are asked for again', async () => {
  const { page: made, written } = page();
  expect(made.etag).toBe('told');
  for (const times of [1, 2, 2, 2]) {
    const { bytes, done } = await made.form('identity');
    expect([bytes.toString(), written()]).toEqual([text, times]);
    done();
  }
});

it('M112 two answers under way never share a buffer', async () => {
  const [one, other] = [page().page, page().page];
  const [first, second] = [await one.form('identity'), await other.form('identity')];
  expect(first.bytes.buffer).not.toBe(second.bytes.buffer);
  first.done();
  second.done();
});

it('M112 compressed forms hold the same, made once', async () => {
  const { page: made, written } = page();
  const [brotli, again, gzip] = await Promise.all([made.form('br'), made.form('br'), made.form('gzip')]);
  expect(again).toBe(brotli);
  expect((await promisify(brotliDecompress)(brotli.bytes)).toString()).toBe(text);
  expect((await promisify(gunzip)(gzip.bytes)).toString()).toBe(text);
  expect(written()).toBe(2);
});
