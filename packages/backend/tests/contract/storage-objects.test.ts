import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { png } from '../support/storage-fixtures.ts';

let backend: TestBackend;
let picture: Uint8Array<ArrayBuffer>;

const bucket = () => backend.client({ key: backend.secretKey }).storage.from('shelf');
const publicUrl = (path: string, options?: Parameters<ReturnType<typeof bucket>['getPublicUrl']>[1]) =>
  bucket().getPublicUrl(path, options).data.publicUrl;

beforeAll(async () => {
  backend = await startTestBackend({ storage: { fileSizeLimit: 2_000_000 } });
  picture = await png();
  const { storage } = backend.client({ key: backend.secretKey });
  await storage.createBucket('shelf', { public: true });
  await storage.createBucket('attic', { public: false });
});
afterAll(() => backend.close());

describe('uploading', () => {
  it('answers with the path, the full path and the id of the row', async () => {
    const { data, error } = await bucket().upload('a/one.png', picture, { contentType: 'image/png' });
    expect(error).toBeNull();
    expect(data).toEqual({
      path: 'a/one.png',
      fullPath: 'shelf/a/one.png',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const [row] =
      await backend.owner`select id, metadata, version from storage.objects where name = 'a/one.png'`;
    expect(row?.id).toBe(data?.id);
    expect(row?.metadata).toMatchObject({
      mimetype: 'image/png',
      size: picture.byteLength,
      contentLength: picture.byteLength,
      cacheControl: 'max-age=3600',
      httpStatusCode: 200,
      eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
  });

  it('accepts a Blob as a form, with its type, cache time and metadata', async () => {
    const { error } = await bucket().upload('blob.png', new Blob([picture], { type: 'image/png' }), {
      cacheControl: '60',
      metadata: { drawn: 'by hand' },
    });
    expect(error).toBeNull();
    const { data } = await bucket().info('blob.png');
    expect(data).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: { drawn: 'by hand' },
      size: picture.byteLength,
    });
  });

  it('reads the fields of a form that come after the file', async () => {
    const form = new FormData();
    form.append('file', new Blob([picture], { type: 'image/png' }), 'late.png');
    form.append('cacheControl', '7');
    form.append('metadata', '{"late":true}');
    const response = await fetch(`${backend.url}/storage/v1/object/shelf/late.png`, {
      method: 'POST',
      headers: { apikey: backend.secretKey },
      body: form,
    });
    expect(await response.json()).toMatchObject({ Key: 'shelf/late.png' });
    const { data } = await bucket().info('late.png');
    expect(data).toMatchObject({ cacheControl: 'max-age=7', metadata: { late: true } });
  });

  it('keeps metadata and a content encoding that come in headers', async () => {
    await bucket().upload('words.txt', 'hello', {
      contentType: 'text/plain',
      contentEncoding: 'identity',
      metadata: { lang: 'العربية' },
    });
    const { data } = await bucket().info('words.txt');
    expect(data).toMatchObject({ contentEncoding: 'identity', metadata: { lang: 'العربية' } });
  });

  it('accepts a stream without a length', async () => {
    const body = new Blob(['one ', 'two']).stream();
    const { error } = await bucket().upload('stream.txt', body, { contentType: 'text/plain' });
    expect(error).toBeNull();
    const { data } = await bucket().download('stream.txt');
    expect(await data?.text()).toBe('one two');
  });

  it('accepts an empty object', async () => {
    expect(
      (await bucket().upload('empty.bin', new Uint8Array(), { contentType: 'image/png' })).error,
    ).toBeNull();
    const { data } = await bucket().download('empty.bin');
    expect(data?.size).toBe(0);
  });

  it('refuses a name that is taken, and replaces it with upsert', async () => {
    await bucket().upload('twice.txt', 'first', { contentType: 'text/plain' });
    const { error } = await bucket().upload('twice.txt', 'second', { contentType: 'text/plain' });
    expect(error).toMatchObject({
      name: 'StorageApiError',
      status: 400,
      statusCode: '409',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    });
    expect(await (await bucket().download('twice.txt')).data?.text()).toBe('first');
    const replaced = await bucket().upload('twice.txt', 'third', { contentType: 'text/plain', upsert: true });
    expect(replaced.error).toBeNull();
    expect(await (await bucket().download('twice.txt')).data?.text()).toBe('third');
  });

  it('replaces by update and keeps the id of the row', async () => {
    const { data: before } = await bucket().upload('kept.txt', 'old', { contentType: 'text/plain' });
    const { data: after } = await bucket().update('kept.txt', 'new', { contentType: 'text/plain' });
    expect(after?.id).toBe(before?.id);
    expect(await (await bucket().download('kept.txt')).data?.text()).toBe('new');
  });

  it('accepts bytes with their claimed type, and prevents browsers from sniffing another', async () => {
    const { error } = await bucket().upload('fake.png', '<script>alert(1)</script>', {
      contentType: 'image/png',
    });
    expect(error).toBeNull();
    const { headers } = await fetch(publicUrl('fake.png'));
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      ...['image/png', 'nosniff'],
    ]);
  });

  it('refuses files over the limit, announced or not, and keeps nothing of them', async () => {
    const tooMuch = new Uint8Array(10_000_000);
    const announced = await bucket().upload('big.bin', tooMuch, { contentType: 'application/octet-stream' });
    const asForm = await bucket().upload(
      'big.bin',
      new Blob([tooMuch], { type: 'application/octet-stream' }),
    );
    const stream = new Blob([tooMuch]).stream();
    const streamed = await bucket().upload('big.bin', stream, { contentType: 'application/octet-stream' });
    for (const { error } of [announced, asForm, streamed]) {
      expect(error).toMatchObject({
        statusCode: '413',
        code: 'EntityTooLarge',
        message: 'The object exceeded the maximum allowed size',
      });
    }
    expect(await backend.owner`select from storage.objects where name = 'big.bin'`).toHaveLength(0);
  });

  it.each([
    '../up.txt',
    'a/../../up.txt',
    'a/./b',
    'tab\there',
    'nul\0',
    'back\\slash',
    'قميص.png',
    'x'.repeat(1025),
  ])('refuses the name %j', async (name) => {
    const response = await fetch(
      `${backend.url}/storage/v1/object/shelf/${name
        .split('/')
        .map((part) => (part.startsWith('.') ? part.replaceAll('.', '%252e') : encodeURIComponent(part)))
        .join('/')}`,
      {
        method: 'POST',
        headers: { apikey: backend.secretKey, 'content-type': 'text/plain' },
        body: 'x',
      },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '400', error: 'InvalidKey' });
  });

  it('reports a missing bucket', async () => {
    const { error } = await backend
      .client({ key: backend.secretKey })
      .storage.from('nowhere')
      .upload('a.txt', 'x', { contentType: 'text/plain' });
    expect(error).toMatchObject({ statusCode: '404', code: 'NoSuchBucket', message: 'Bucket not found' });
  });
});

describe('reading a public bucket', () => {
  beforeAll(async () => {
    await bucket().upload('read.txt', 'abcdefghij', { contentType: 'text/plain', cacheControl: '3600' });
  });

  it('serves the bytes to anybody, with the headers that caches need', async () => {
    const response = await fetch(publicUrl('read.txt'));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('abcdefghij');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'cache-control': 'max-age=3600',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    expect(Date.parse(response.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const response = await fetch(publicUrl('read.txt'), { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('10');
    expect(await response.text()).toBe('');
  });

  it('answers 304 to clients that have it, by ETag or time', async () => {
    const first = await fetch(publicUrl('read.txt'));
    const etag = first.headers.get('etag') ?? '';
    const lastModified = first.headers.get('last-modified') ?? '';
    const conditions: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': lastModified },
    ];
    for (const headers of conditions) {
      const response = await fetch(publicUrl('read.txt'), { headers });
      expect(response.status, JSON.stringify(headers)).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    }
    const stale = await fetch(publicUrl('read.txt'), {
      headers: { 'if-none-match': '"old"', 'if-modified-since': lastModified },
    });
    expect(stale.status).toBe(200);
  });

  it.each([
    ['bytes=2-4', 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 'ij', 'bytes 8-9/10'],
    ['bytes=0-99', 'abcdefghij', 'bytes 0-9/10'],
  ])('serves the range %s', async (range, text, contentRange) => {
    const response = await fetch(publicUrl('read.txt'), { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  it('refuses a range after the end, and serves the whole when the range is for another version', async () => {
    const after = await fetch(publicUrl('read.txt'), { headers: { range: 'bytes=10-' } });
    expect(after.status).toBe(416);
    expect(after.headers.get('content-range')).toBe('bytes */10');
    expect(await after.json()).toMatchObject({ statusCode: '416', error: 'invalid_range' });
    const other = await fetch(publicUrl('read.txt'), {
      headers: { range: 'bytes=2-4', 'if-range': '"old"' },
    });
    expect(other.status).toBe(200);
  });

  it('offers a download under the requested name', async () => {
    const plain = await fetch(publicUrl('read.txt', { download: true }));
    expect(plain.headers.get('content-disposition')).toBe('attachment;');
    const named = await fetch(publicUrl('read.txt', { download: 'my "file" é.txt' }));
    expect(named.headers.get('content-disposition')).toBe(
      "attachment; filename=my%20%22file%22%20%C3%A9.txt; filename*=UTF-8''my%20%22file%22%20%C3%A9.txt;",
    );
    expect((await fetch(publicUrl('read.txt'))).headers.get('content-disposition')).toBeNull();
  });

  it('never displays an upload inline that could run a script', async () => {
    const html = '<!doctype html><script>alert(1)</script>';
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await bucket().upload('page.html', html, { contentType: 'text/html' });
    await bucket().upload('draw.svg', svg, { contentType: 'image/svg+xml' });
    await bucket().upload('run.js', 'alert(1)', { contentType: 'text/javascript' });
    for (const [path, type] of [
      ['page.html', 'text/plain'],
      ['draw.svg', 'image/svg+xml'],
      ['run.js', 'text/plain'],
    ] as const) {
      const { headers } = await fetch(publicUrl(path));
      expect(headers.get('content-type'), path).toBe(type);
      expect(headers.get('content-disposition')).toBe('attachment;');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('reports a missing object or public bucket, each with its own error', async () => {
    const missing = await fetch(publicUrl('none.txt'));
    expect(missing.status).toBe(400);
    expect(await missing.json()).toEqual({
      statusCode: '404',
      error: 'not_found',
      message: 'Object not found',
      code: 'NoSuchKey',
    });
    const hidden = await fetch(`${backend.url}/storage/v1/object/public/attic/x.txt`);
    expect(await hidden.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' });
  });

  it('streams an object too large for memory, and stops when the reader disconnects', async () => {
    const large = new Uint8Array(1_900_000).fill(65);
    await bucket().upload('large.txt', large, { contentType: 'text/plain' });
    const { data } = await bucket().download('large.txt');
    expect(data?.size).toBe(large.byteLength);
    const response = await fetch(publicUrl('large.txt'));
    await response.body?.cancel();
    expect((await fetch(publicUrl('large.txt'), { method: 'HEAD' })).status).toBe(200);
  });
});

describe('object information', () => {
  it('returns info and existence', async () => {
    await bucket().upload('known.txt', 'known', { contentType: 'text/plain' });
    const { data, error } = await bucket().info('known.txt');
    expect(error).toBeNull();
    expect(data).toMatchObject({
      id: expect.any(String),
      name: 'known.txt',
      bucketId: 'shelf',
      version: expect.any(String),
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      etag: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      lastModified: expect.stringMatching(/Z$/),
    });
    expect((await bucket().exists('known.txt')).data).toBe(true);
    const gone = await bucket().exists('unknown.txt');
    expect(gone.data).toBe(false);
    expect(gone.error).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });
});
