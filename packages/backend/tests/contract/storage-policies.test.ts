import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { signUp } from '../support/storage-fixtures.ts';

type Person = Awaited<ReturnType<typeof signUp>>;

let backend: TestBackend;
let ada: Person;
let ben: Person;
const files = (client: SupabaseClient) => client.storage.from('documents');
const text = { contentType: 'text/plain' };

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  await backend.client({ key: backend.secretKey }).storage.createBucket('documents', { public: false });
  await backend.client({ key: backend.secretKey }).storage.createBucket('letterbox', { public: false });
  await backend.owner.unsafe(`
    create policy "Owners keep their folder" on storage.objects for all to authenticated
      using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "Anybody posts" on storage.objects for insert to anon, authenticated
      with check (bucket_id = 'letterbox');`);
  ada = await signUp(backend);
  ben = await signUp(backend);
});
afterAll(() => backend.close());

describe('policies on storage.objects', () => {
  it('let owners do everything in their folder, and record each object’s owner', async () => {
    const path = `${ada.id}/a.txt`;
    expect((await files(ada.client).upload(path, 'mine', text)).error).toBeNull();
    const [row] = await backend.owner`select owner, owner_id from storage.objects where name = ${path}`;
    expect(row).toEqual({ owner: ada.id, owner_id: ada.id });
    expect(await (await files(ada.client).download(path)).data?.text()).toBe('mine');
    expect((await files(ada.client).list(ada.id)).data).toHaveLength(1);
    expect((await files(ada.client).upload(path, 'again', { ...text, upsert: true })).error).toBeNull();
    expect((await files(ada.client).createSignedUrl(path, 60)).error).toBeNull();
    expect((await files(ada.client).copy(path, `${ada.id}/b.txt`)).error).toBeNull();
    expect((await files(ada.client).move(path, `${ada.id}/c.txt`)).error).toBeNull();
    expect((await files(ada.client).remove([`${ada.id}/b.txt`])).data).toHaveLength(1);
  });

  it('keep everybody else from reading, detecting, changing or removing it', async () => {
    const path = `${ada.id}/private.txt`;
    await files(ada.client).upload(path, 'secret', text);
    for (const client of [ben.client, backend.client()]) {
      const own = `${ben.id}/stolen.txt`;
      expect((await files(client).download(path)).error).toMatchObject({ statusCode: '404' });
      expect((await files(client).info(path)).error).toMatchObject({ code: 'NoSuchKey' });
      expect((await files(client).list(ada.id)).data).toEqual([]);
      expect((await files(client).listV2({ prefix: ada.id })).data?.objects).toEqual([]);
      expect((await files(client).createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' });
      expect((await files(client).createSignedUrls([path], 60)).data?.[0]?.signedURL).toBeNull();
      expect((await files(client).copy(path, own)).error).toMatchObject({ statusCode: '404' });
      expect((await files(client).move(path, own)).error).toMatchObject({ statusCode: '404' });
      expect((await files(client).remove([path])).data).toEqual([]);
      for (const upsert of [true, false]) {
        const { error } = await files(client).upload(path, 'overwritten', { ...text, upsert });
        expect(error).toMatchObject({
          status: 400,
          statusCode: '403',
          message: 'new row violates row-level security policy',
        });
      }
      const hidden = await fetch(`${backend.url}/storage/v1/render/image/public/documents/${path}`);
      expect(hidden.status).toBe(400);
    }
    expect(await (await files(ada.client).download(path)).data?.text()).toBe('secret');
  });

  it('do not allow a move or copy to where the caller may not write', async () => {
    const path = `${ada.id}/stay.txt`;
    await files(ada.client).upload(path, 'stay', text);
    for (const go of ['move', 'copy'] as const) {
      const { error } = await files(ada.client)[go](path, `${ben.id}/planted.txt`);
      expect(error).toMatchObject({ statusCode: '403' });
    }
    expect((await files(ben.client).list(ben.id)).data).toEqual([]);
  });

  it('let a person without read access add, but not replace', async () => {
    const post = backend.client().storage.from('letterbox');
    expect((await post.upload('note.txt', 'first', text)).error).toBeNull();
    expect((await post.upload('note.txt', 'second', { ...text, upsert: true })).error).toMatchObject({
      statusCode: '403',
    });
    expect((await post.download('note.txt')).error).toMatchObject({ statusCode: '404' });
  });

  it('close buckets that nobody wrote a policy for, and the list of buckets', async () => {
    expect((await ada.client.storage.createBucket('mine', { public: true })).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    expect((await ada.client.storage.getBucket('documents')).error).toMatchObject({ statusCode: '404' });
    expect((await ada.client.storage.updateBucket('documents', { public: true })).error).toMatchObject({
      statusCode: '404',
    });
    expect((await ada.client.storage.emptyBucket('documents')).error).toMatchObject({ statusCode: '404' });
    expect((await ada.client.storage.deleteBucket('documents')).error).toBeTruthy();
    const { data } = await backend.client({ key: backend.secretKey }).storage.getBucket('documents');
    expect(data?.public).toBe(false);
  });

  it('answer a wrong access token as such', async () => {
    const path = `${ada.id}/a.txt`;
    const response = await fetch(`${backend.url}/storage/v1/object/documents/${path}`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${ada.token.slice(0, -4)}AAAA` },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
  });
});
