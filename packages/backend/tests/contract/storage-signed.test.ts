import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { movableClock } from '../support/clock.ts';
import { noisyPng } from '../support/storage-fixtures.ts';

let backend: TestBackend;
const clock = movableClock();
const safe = () => backend.client({ key: backend.secretKey }).storage.from('safe');
const unpacked = (url: string) =>
  JSON.parse(Buffer.from(tokenOf(url).split('.')[1] ?? '', 'base64url').toString());
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

beforeAll(async () => {
  backend = await startTestBackend({ now: clock.now });
  await backend.client({ key: backend.secretKey }).storage.createBucket('safe', { public: false });
  await safe().upload('one.txt', 'one', { contentType: 'text/plain' });
  await safe().upload('dir/two words.txt', 'two', { contentType: 'text/plain' });
  await safe().upload('photo.png', await noisyPng(400, 200), { contentType: 'image/png' });
});
afterAll(() => backend.close());

describe('signed URLs', () => {
  it('open one object to anybody until they expire', async () => {
    const { data, error } = await safe().createSignedUrl('one.txt', 60);
    expect(error).toBeNull();
    const url = data?.signedUrl ?? '';
    expect(url).toContain('/storage/v1/object/sign/safe/one.txt?token=');
    const response = await fetch(url);
    expect(await response.text()).toBe('one');
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());
    expect((await fetch(url, { headers: { range: 'bytes=1-1' } })).status).toBe(206);
    clock.advance(61);
    const late = await fetch(url);
    expect(late.status).toBe(400);
    expect(await late.json()).toMatchObject({ statusCode: '400', error: 'InvalidJWT' });
  });

  it('download under another name', async () => {
    const { data } = await safe().createSignedUrl('dir/two words.txt', 60, { download: 'b.txt' });
    const response = await fetch(data?.signedUrl ?? '');
    expect(await response.text()).toBe('two');
    expect(response.headers.get('content-disposition')).toContain('filename=b.txt');
  });

  it('can be created in bulk, each with its own result', async () => {
    const { data } = await safe().createSignedUrls(['one.txt', 'none.txt'], 60);
    expect(data).toEqual([
      {
        error: null,
        path: 'one.txt',
        signedURL: expect.stringContaining('/object/sign/safe/one.txt?token='),
        signedUrl: expect.stringContaining(backend.url),
      },
      {
        error: 'Either the object does not exist or you do not have access to it',
        path: 'none.txt',
        signedURL: null,
        signedUrl: null,
      },
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('one');
  });

  it('are not created for missing objects, nor without an expiry', async () => {
    expect((await safe().createSignedUrl('none.txt', 60)).error).toMatchObject({ statusCode: '404' });
    expect((await safe().createSignedUrl('one.txt', 0)).error).toMatchObject({ code: 'InvalidRequest' });
    expect((await safe().createSignedUrl('one.txt', Number.NaN)).error).toMatchObject({ statusCode: '400' });
  });

  it('do not open another object, another action, or anything when they are forged', async () => {
    const { data } = await safe().createSignedUrl('one.txt', 60);
    const token = tokenOf(data?.signedUrl ?? '');
    const open = async (path: string, withToken: string) => {
      const response = await fetch(`${backend.url}/storage/v1/object/sign/${path}?token=${withToken}`);
      return { status: response.status, ...(await response.json()) };
    };
    expect(await open('safe/dir/two%20words.txt', token)).toMatchObject({
      status: 400,
      error: 'InvalidSignature',
    });
    const put = await fetch(`${backend.url}/storage/v1/object/upload/sign/safe/one.txt?token=${token}`, {
      method: 'PUT',
      body: 'x',
    });
    expect(await put.json()).toMatchObject({ error: 'InvalidSignature' });
    const claims = { ...unpacked(data?.signedUrl ?? ''), url: 'safe/photo.png' };
    const body = (header: object) =>
      [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const none = `${body({ alg: 'none' })}.`;
    const unsigned = body({ alg: 'HS256' });
    const foreign = `${unsigned}.${createHmac('sha256', 'secret').update(unsigned).digest('base64url')}`;
    for (const forged of [none, foreign, 'x', `${token}x`]) {
      expect(await open('safe/photo.png', forged)).toMatchObject({ status: 400, error: 'InvalidJWT' });
    }
    const missing = await fetch(`${backend.url}/storage/v1/object/sign/safe/one.txt`);
    expect(await missing.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' });
  });

  it('are not access tokens', async () => {
    const { data } = await safe().createSignedUrl('one.txt', 60);
    const response = await fetch(`${backend.url}/storage/v1/object/safe/one.txt`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${tokenOf(data?.signedUrl ?? '')}` },
    });
    expect(await response.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
  });

  it('carry a transformation that the holder cannot change', async () => {
    const { data } = await safe().createSignedUrl('photo.png', 60, { transform: { width: 100, height: 50 } });
    const url = data?.signedUrl ?? '';
    expect(url).toContain('/render/image/sign/safe/photo.png');
    const response = await fetch(`${url}&width=400`, { headers: { accept: 'image/png' } });
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([100, 50]);
  });
});

describe('signed upload URLs', () => {
  const anonymous = () => backend.client().storage.from('safe');

  it('allow one upload by a person who may not upload otherwise', async () => {
    expect((await anonymous().upload('in.txt', 'x', { contentType: 'text/plain' })).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    const { data } = await safe().createSignedUploadUrl('in.txt');
    expect(data).toEqual({ path: 'in.txt', token: expect.any(String), signedUrl: expect.any(String) });
    const token = data?.token ?? '';
    const done = await anonymous().uploadToSignedUrl('in.txt', token, new Blob(['inside']), {
      contentType: 'text/plain',
    });
    expect(done.data).toEqual({ path: 'in.txt', fullPath: 'safe/in.txt' });
    const again = await anonymous().uploadToSignedUrl('in.txt', token, 'again', { upsert: true });
    expect(again.error).toMatchObject({ statusCode: '409' });
    expect((await safe().download('in.txt')).data?.size).toBe(6);
  });

  it('replace only if created for that', async () => {
    const { data } = await safe().createSignedUploadUrl('in.txt', { upsert: true });
    const done = await anonymous().uploadToSignedUrl('in.txt', data?.token ?? '', 'second', {
      contentType: 'text/plain',
    });
    expect(done.error).toBeNull();
    expect(await (await safe().download('in.txt')).data?.text()).toBe('second');
  });

  it('are created only if policies allow the caller to upload, and expire after two hours', async () => {
    expect((await anonymous().createSignedUploadUrl('mine.txt')).error).toMatchObject({ statusCode: '403' });
    expect((await safe().createSignedUploadUrl('one.txt')).error).toMatchObject({ statusCode: '409' });
    const { data } = await safe().createSignedUploadUrl('late.txt');
    clock.advance(2 * 3600 + 1);
    const late = await anonymous().uploadToSignedUrl('late.txt', data?.token ?? '', 'x');
    expect(late.error).toMatchObject({ code: 'InvalidJWT' });
  });
});
