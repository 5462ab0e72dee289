import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionOf, signedUpAt } from '../support/auth-people.ts';
import { startTestBackend } from '../support/backend.ts';

const MEGABYTE = 1024 * 1024;
const backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
afterAll(() => backend.close());

beforeAll(async () => {
  const service = backend.client({ key: backend.secretKey });
  await service.storage.createBucket('films', {
    public: false,
    fileSizeLimit: 12 * MEGABYTE,
    allowedMimeTypes: ['video/*'],
  });
  await backend.owner.unsafe(`
    create policy "People add films" on storage.objects for insert to authenticated with check (bucket_id = 'films');
    create policy "People see films" on storage.objects for select to authenticated using (bucket_id = 'films');
    create policy "People replace films" on storage.objects for update to authenticated using (owner_id = auth.uid()::text)`);
});

/** A signed-in person with an upload client. */
async function uploader() {
  const { client } = await signedUpAt(backend);
  const { access_token: token } = await sessionOf(client);
  const ask = (
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body?: Buffer<ArrayBuffer>,
  ) =>
    fetch(new URL(url, backend.url), {
      method,
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        ...headers,
      },
      ...(body ? { body } : {}),
    });
  const begin = (file: Record<string, string>, size: number, headers: Record<string, string> = {}) =>
    ask('POST', '/storage/v1/upload/resumable', {
      'upload-length': String(size),
      'upload-metadata': Object.entries({ bucketName: 'films', contentType: 'video/mp4', ...file })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(','),
      ...headers,
    });
  const part = (url: string, offset: number, bytes: Buffer<ArrayBuffer>) =>
    ask(
      'PATCH',
      url,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes,
    );
  return { client, ask, begin, part };
}

describe('a resumable upload', () => {
  it('continues where it broke off, and the file is complete', async () => {
    const { client, ask, begin, part } = await uploader();
    const film = randomBytes(9 * MEGABYTE);
    const begun = await begin({ objectName: 'long/film.mp4', cacheControl: '60' }, film.length);
    expect(begun.status).toBe(201);
    const url = begun.headers.get('location') ?? '';
    expect((await part(url, 0, film.subarray(0, 6 * MEGABYTE))).status).toBe(204);
    const asked = await ask('HEAD', url);
    expect(asked.headers.get('upload-offset')).toBe(String(6 * MEGABYTE));
    expect((await part(url, 0, film.subarray(0, MEGABYTE))).status).toBe(409);
    expect((await part(url, 6 * MEGABYTE, film.subarray(6 * MEGABYTE))).status).toBe(204);
    const { data } = await client.storage.from('films').download('long/film.mp4');
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(film)).toBe(true);
    const { data: info } = await client.storage.from('films').info('long/film.mp4');
    expect(info).toMatchObject({ size: film.length, contentType: 'video/mp4', cacheControl: 'max-age=60' });
  });

  it('cannot be inspected, continued or ended by anybody else', async () => {
    const [owner, other] = [await uploader(), await uploader()];
    const url = (await owner.begin({ objectName: 'mine.mp4' }, 10)).headers.get('location') ?? '';
    for (const answer of [
      await other.ask('HEAD', url),
      await other.part(url, 0, Buffer.alloc(10)),
      await other.ask('DELETE', url),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect((await owner.ask('DELETE', url)).status).toBe(204);
    expect((await owner.ask('HEAD', url)).status).toBe(404);
  });

  it('must request to replace an existing file', async () => {
    const { begin, part } = await uploader();
    const whole = async (headers?: Record<string, string>) => {
      const begun = await begin({ objectName: 'again.mp4' }, 4, headers);
      if (begun.status !== 201) return begun.status;
      return (await part(begun.headers.get('location') ?? '', 0, Buffer.from('film'))).status;
    };
    expect(await whole()).toBe(204);
    expect(await whole()).toBe(409);
    expect(await whole({ 'x-upsert': 'true' })).toBe(204);
  });

  it.each<[string, Record<string, string>, number, number]>([
    ['larger than its bucket takes', { objectName: 'a.mp4' }, 13 * MEGABYTE, 413],
    ['of a type that its bucket does not take', { objectName: 'a.txt', contentType: 'text/plain' }, 4, 415],
    ['into a bucket that is none', { objectName: 'a.mp4', bucketName: 'nowhere' }, 4, 404],
    ['without a name', {}, 4, 400],
    ['under a name that leads out', { objectName: '../a.mp4' }, 4, 400],
  ])('%s is refused before the first byte', async (_, file, size, status) => {
    const { begin } = await uploader();
    expect((await begin(file, size)).status).toBe(status);
  });

  it('is refused to people who may not write there', async () => {
    const answer = await fetch(`${backend.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': `bucketName ${btoa('films')},objectName ${btoa('a.mp4')},contentType ${btoa('video/mp4')}`,
      },
    });
    expect(answer.status).toBe(403);
  });

  it('is limited to twenty unfinished ones per person, even if many start at once; others continue', async () => {
    const { begin, ask } = await uploader();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => begin({ objectName: `many-${n}.mp4` }, 4)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(await refused[0]?.text()).toContain('too many unfinished uploads');
    expect((await (await uploader()).begin({ objectName: 'other.mp4' }, 4)).status).toBe(201);
    const open = answers.find(({ status }) => status === 201);
    await ask('DELETE', open?.headers.get('location') ?? '');
    expect((await begin({ objectName: 'later.mp4' }, 4)).status).toBe(201);
  });
});
