import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { png } from '../support/storage-fixtures.ts';

let backend: TestBackend;
const storage = () => backend.client({ key: backend.secretKey }).storage;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

describe('what is left to Supabase', () => {
  it.each([
    ['the S3 protocol', 'GET', '/s3/bucket/file', undefined, '404', 'Route GET:/s3/bucket/file not found'],
    [
      'vector buckets',
      'POST',
      '/vector/ListVectorBuckets',
      {},
      '404',
      'Route POST:/vector/ListVectorBuckets not found',
    ],
    ['analytics buckets', 'GET', '/iceberg/bucket', undefined, '404', 'Route GET:/iceberg/bucket not found'],
    [
      'clearing of caches',
      'DELETE',
      '/cdn/bucket/file',
      undefined,
      '404',
      'Route DELETE:/cdn/bucket/file not found',
    ],
    [
      'older versions of an object',
      'POST',
      '/object/copy',
      { bucketId: 'a', sourceKey: 'b', destinationKey: 'c', sourceVersionId: '1' },
      '409',
      'The feature object versioning is not enabled for this resource',
    ],
  ])(
    'answers a request for %s as an unsupported feature',
    async (_, method, path, body, statusCode, message) => {
      const response = await fetch(`${backend.url}/storage/v1${path}`, {
        method,
        headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode, message });
    },
  );
});

describe('buckets', () => {
  it('are created, read, changed and listed', async () => {
    const made = await storage().createBucket('first', {
      public: true,
      fileSizeLimit: '20MB',
      allowedMimeTypes: ['image/*', 'application/pdf'],
    });
    expect(made).toEqual({ data: { name: 'first' }, error: null });
    const { data: bucket } = await storage().getBucket('first');
    expect(bucket).toEqual({
      id: 'first',
      name: 'first',
      owner: '',
      public: true,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/*', 'application/pdf'],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const changed = await storage().updateBucket('first', { public: false, fileSizeLimit: null });
    expect(changed.data).toEqual({ message: 'Successfully updated' });
    const { data: after } = await storage().getBucket('first');
    expect(after).toMatchObject({
      public: false,
      file_size_limit: null,
      allowed_mime_types: ['image/*', 'application/pdf'],
    });
    for (const name of ['zz-two', 'zz-one']) await storage().createBucket(name, { public: false });
    const { data: buckets } = await storage().listBuckets();
    const names = buckets?.map(({ name }) => name).filter((name) => name.startsWith('zz-'));
    expect(names).toEqual(['zz-one', 'zz-two']);
  });

  it('have a unique name', async () => {
    await storage().createBucket('taken', { public: false });
    expect((await storage().createBucket('taken', { public: false })).error).toMatchObject({
      statusCode: '409',
      code: 'BucketAlreadyExists',
      message: 'The resource already exists',
    });
    for (const name of ['a/b', ' lead', 'trail ', '', 'x'.repeat(101), 'tab\t']) {
      const { error } = await storage().createBucket(name, { public: false });
      expect(error, JSON.stringify(name)).toMatchObject({ statusCode: '400', code: 'InvalidBucketName' });
    }
  });

  it('refuse invalid settings', async () => {
    const make = (options: object) => storage().createBucket('odd', { public: false, ...options });
    expect((await make({ fileSizeLimit: '20 parsecs' })).error).toMatchObject({ code: 'InvalidRequest' });
    expect((await make({ fileSizeLimit: '50GB' })).error).toMatchObject({ code: 'EntityTooLarge' });
    expect((await make({ allowedMimeTypes: ['pictures'] })).error).toMatchObject({ code: 'InvalidMimeType' });
    expect((await make({ type: 'ANALYTICS' })).error).toMatchObject({ code: 'NotSupported' });
    expect((await storage().getBucket('odd')).error).toMatchObject({ statusCode: '404' });
  });

  it('enforce their own limits of size and type, with wildcards', async () => {
    await storage().createBucket('strict', {
      public: false,
      fileSizeLimit: 2000,
      allowedMimeTypes: ['image/*', 'text/csv'],
    });
    const strict = storage().from('strict');
    const upload = (name: string, body: string | Uint8Array<ArrayBuffer>, contentType: string) =>
      strict.upload(name, body, { contentType });
    expect((await upload('a.png', await png(), 'image/png')).error).toBeNull();
    expect((await upload('a.csv', 'a;b', 'text/csv;charset=utf-8')).error).toBeNull();
    expect((await upload('a.txt', 'a', 'text/plain')).error).toMatchObject({
      statusCode: '415',
      message: 'mime type text/plain is not supported',
    });
    const disguised = await strict.upload('b.png', new Blob(['<svg/>'], { type: 'image/png' }));
    // The served type decides, as browsers must not sniff another.
    expect(disguised.error).toBeNull();
    expect((await upload('long.csv', 'x'.repeat(2001), 'text/csv')).error).toMatchObject({
      statusCode: '413',
      code: 'EntityTooLarge',
    });
  });

  it('can be deleted only when empty', async () => {
    await storage().createBucket('full', { public: false });
    await storage().from('full').upload('a/b.txt', 'x', { contentType: 'text/plain' });
    await storage().from('full').upload('c.txt', 'x', { contentType: 'text/plain' });
    expect((await storage().deleteBucket('full')).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    expect((await storage().emptyBucket('full')).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    });
    expect((await storage().from('full').list()).data).toEqual([]);
    expect((await storage().deleteBucket('full')).data).toEqual({ message: 'Successfully deleted' });
    expect((await storage().deleteBucket('full')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    });
  });
});

describe('listing', () => {
  const shelf = () => storage().from('listed');
  const names = (entries: { name: string }[] | null) => entries?.map(({ name }) => name);

  beforeAll(async () => {
    await storage().createBucket('listed', { public: false });
    for (const name of [
      'b.txt',
      'A.txt',
      'a/1.txt',
      'a/2.txt',
      'a/deep/3.txt',
      'z/4.txt',
      'a%b.txt'.replace('%', '+'),
    ]) {
      await shelf().upload(name, name, { contentType: 'text/plain' });
    }
  });

  it('shows one level of folders and files, a hundred by name', async () => {
    const { data, error } = await shelf().list();
    expect(error).toBeNull();
    expect(names(data)).toEqual(['a+b.txt', 'A.txt', 'a', 'b.txt', 'z']);
    expect(data?.find(({ name }) => name === 'a')).toEqual({
      name: 'a',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.find(({ name }) => name === 'b.txt')).toMatchObject({
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      metadata: { mimetype: 'text/plain', size: 5 },
    });
  });

  it('goes into folders, with and without the slash', async () => {
    expect(names((await shelf().list('a')).data)).toEqual(['1.txt', '2.txt', 'deep']);
    expect(names((await shelf().list('a/')).data)).toEqual(['1.txt', '2.txt', 'deep']);
    expect(names((await shelf().list('a/deep')).data)).toEqual(['3.txt']);
    expect((await shelf().list('nothing')).data).toEqual([]);
  });

  it('searches by the start of names, in either case, and takes wildcards literally', async () => {
    expect(names((await shelf().list('', { search: 'a' })).data)).toEqual(['a+b.txt', 'A.txt', 'a']);
    expect(names((await shelf().list('a', { search: 'DE' })).data)).toEqual(['deep']);
    expect((await shelf().list('', { search: '%' })).data).toEqual([]);
    expect((await shelf().list('', { search: '_' })).data).toEqual([]);
  });

  it('pages and sorts', async () => {
    expect(names((await shelf().list('', { limit: 2, offset: 1 })).data)).toEqual(['A.txt', 'a']);
    const backwards = await shelf().list('', { sortBy: { column: 'name', order: 'desc' } });
    expect(names(backwards.data)).toEqual(['z', 'b.txt', 'a', 'A.txt', 'a+b.txt']);
    const newest = await shelf().list('', { sortBy: { column: 'created_at', order: 'desc' } });
    expect(names(newest.data)).toEqual(['z', 'a', 'a+b.txt', 'A.txt', 'b.txt']);
    const odd = await shelf().list('', { sortBy: { column: 'name; drop table storage.objects' } });
    expect(odd.error).toMatchObject({ code: 'InvalidRequest' });
    expect((await shelf().list('', { limit: -1 })).error).toMatchObject({ statusCode: '400' });
  });

  it('returns at most a hundred by default', async () => {
    await storage().createBucket('many', { public: false });
    await backend.owner`
      insert into storage.objects (bucket_id, name, version)
      select 'many', 'n' || lpad(i::text, 4, '0'), gen_random_uuid()::text from generate_series(1, 150) i`;
    expect((await storage().from('many').list()).data).toHaveLength(100);
    expect((await storage().from('many').list('', { limit: 1000 })).data).toHaveLength(150);
  });

  it('lists whole names by version two, page after page by cursor', async () => {
    const first = await shelf().listV2({ limit: 3 });
    expect(names(first.data?.objects ?? null)).toEqual(['A.txt', 'a+b.txt', 'a/1.txt']);
    expect(first.data).toMatchObject({ hasNext: true, folders: [] });
    const second = await shelf().listV2({ limit: 10, cursor: first.data?.nextCursor ?? '' });
    expect(names(second.data?.objects ?? null)).toEqual(['a/2.txt', 'a/deep/3.txt', 'b.txt', 'z/4.txt']);
    expect(second.data?.hasNext).toBe(false);
    expect(second.data?.nextCursor).toBeUndefined();
    const prefixed = await shelf().listV2({ prefix: 'a/' });
    expect(names(prefixed.data?.objects ?? null)).toEqual(['a/1.txt', 'a/2.txt', 'a/deep/3.txt']);
  });

  it('groups by folder in version two, and keeps the order across pages', async () => {
    const all = await shelf().listV2({ with_delimiter: true });
    expect(names(all.data?.folders ?? null)).toEqual(['a/', 'z/']);
    expect(names(all.data?.objects ?? null)).toEqual(['A.txt', 'a+b.txt', 'b.txt']);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await shelf().listV2({
        with_delimiter: true,
        limit: 2,
        sortBy: { column: 'created_at', order: 'desc' },
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...[...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name));
      cursor = data?.nextCursor;
    } while (cursor);
    expect(seen.sort()).toEqual(['A.txt', 'a+b.txt', 'a/', 'b.txt', 'z/']);
    const inside = await shelf().listV2({ with_delimiter: true, prefix: 'a/' });
    expect(names(inside.data?.folders ?? null)).toEqual(['a/deep/']);
    const forged = await shelf().listV2({ cursor: 'not a cursor' });
    expect(forged.error).toMatchObject({ code: 'InvalidParameter' });
  });
});

describe('moving, copying and removing', () => {
  const from = () => storage().from('from');
  const to = () => storage().from('to');
  const put = (name: string, text = name) =>
    from().upload(name, text, { contentType: 'text/plain', metadata: { of: name }, upsert: true });
  const read = async (bucket: ReturnType<typeof from>, name: string) =>
    (await bucket.download(name)).data?.text();

  beforeAll(async () => {
    await storage().createBucket('from', { public: false });
    await storage().createBucket('to', { public: false });
    await storage().createBucket('pictures-only', { public: false, allowedMimeTypes: ['image/*'] });
  });

  it('moves within a bucket and into another', async () => {
    await put('m1.txt');
    expect((await from().move('m1.txt', 'moved/m1.txt')).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect(await read(from(), 'moved/m1.txt')).toBe('m1.txt');
    expect((await from().download('m1.txt')).error).toBeTruthy();
    const across = await from().move('moved/m1.txt', 'm1.txt', { destinationBucket: 'to' });
    expect(across.error).toBeNull();
    expect(await read(to(), 'm1.txt')).toBe('m1.txt');
  });

  it('copies with metadata, into another bucket too, and leaves the original', async () => {
    await put('c1.txt');
    const copied = await from().copy('c1.txt', 'c2.txt');
    expect(copied.data).toEqual({ path: 'from/c2.txt' });
    expect(await read(from(), 'c1.txt')).toBe('c1.txt');
    expect((await from().info('c2.txt')).data).toMatchObject({ metadata: { of: 'c1.txt' } });
    await from().copy('c1.txt', 'c3.txt', { destinationBucket: 'to' });
    await from().remove(['c1.txt']);
    expect(await read(to(), 'c3.txt')).toBe('c1.txt');
  });

  it('refuses other metadata for a copy', async () => {
    await put('c4.txt');
    const copied = await from().copy('c4.txt', 'c5.txt', { copyMetadata: false, metadata: {} });
    expect(copied.error).toMatchObject({ statusCode: '409', code: 'NotSupported' });
  });

  it('does not replace by moving or copying', async () => {
    await put('r1.txt');
    await put('r2.txt');
    for (const { error } of [await from().move('r1.txt', 'r2.txt'), await from().copy('r1.txt', 'r2.txt')]) {
      expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    }
    expect(await read(from(), 'r2.txt')).toBe('r2.txt');
  });

  it('cannot bring anything into a bucket that an upload could not', async () => {
    await put('p.txt');
    const options = { destinationBucket: 'pictures-only' };
    expect((await from().move('p.txt', 'p.txt', options)).error).toMatchObject({ code: 'InvalidMimeType' });
    expect((await from().copy('p.txt', 'p.txt', options)).error).toMatchObject({ code: 'InvalidMimeType' });
    const nowhere = await from().copy('p.txt', 'p.txt', { destinationBucket: 'nowhere' });
    expect(nowhere.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    expect((await from().move('none.txt', 'n.txt')).error).toMatchObject({ code: 'NoSuchKey' });
  });

  it('removes the named objects, ignores unknown ones, and leaves no bytes', async () => {
    await put('d1.txt');
    await put('d2.txt');
    const { data, error } = await from().remove(['d1.txt', 'd2.txt', 'none.txt']);
    expect(error).toBeNull();
    expect(data?.map(({ name }) => name).sort()).toEqual(['d1.txt', 'd2.txt']);
    expect(data?.[0]).toMatchObject({ bucket_id: 'from', id: expect.any(String), metadata: { size: 6 } });
    expect((await from().download('d1.txt')).error).toMatchObject({ statusCode: '404' });
    expect((await from().remove([])).error).toMatchObject({ code: 'InvalidRequest' });
  });
});
