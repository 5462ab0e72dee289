import { signedUpAt } from 'embedded-supabase/testing';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Endpoints } from '../../server/http/endpoints.ts';
import { pictureImportEndpoint } from '../../server/pictures/picture-import-endpoint.ts';
import { FetchProblem } from '../../server/pictures/public-fetch.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

const NAME = '0123456789abcdef';
const address = 'https://old.example/tee.jpg';

let backend: TestBackend;
let endpoint: Endpoints;
let staff: string;
let shopper: string;
const fetchPicture = vi.fn<(from: string) => Promise<Buffer>>();

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  const [clerk, buyer] = [await signedUpAt(backend), await signedUpAt(backend)];
  await backend.owner`insert into public.tenants (id, name) values ('inkthread', 'Inkthread') on conflict do nothing`;
  await backend.owner`insert into public.profiles (id, tenant_id, name) values (${clerk.user.id}, 'inkthread', 'Clerk')`;
  await backend.owner`insert into public.user_roles (user_id, tenant_id, role) values (${clerk.user.id}, 'inkthread', 'admin')`;
  staff = clerk.session.access_token;
  shopper = buyer.session.access_token;
  endpoint = pictureImportEndpoint({
    backend: { internalUrl: backend.url, publishableKey: backend.publishableKey, fetch },
    admin: backend.client({ key: backend.secretKey }),
    log: pino({ enabled: false }),
    fetchPicture,
  });
});
afterAll(() => backend.close());
beforeEach(() => void fetchPicture.mockReset());

async function ask(token: string, change: Record<string, unknown> = {}) {
  const response = await endpoint.request('/picture-imports', {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify({ tenant: 'inkthread', name: NAME, address, ...change }),
  });
  return { status: response.status, body: await response.json() };
}

it('a picture that staff import is stored once, upright and without camera metadata', async () => {
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  fetchPicture.mockResolvedValue(photo);
  const path = `inkthread/imported/${NAME}.webp`;
  expect(await ask(staff)).toEqual({ status: 200, body: { path } });
  expect(await ask(staff)).toEqual({ status: 200, body: { path } });
  expect(fetchPicture.mock.calls).toEqual([[address]]);
  const { data } = await backend.client().storage.from('product-images').download(path);
  const { width, height, format, exif } = await sharp(await data?.arrayBuffer()).metadata();
  expect([format, width, height, exif]).toEqual(['webp', 20, 40, undefined]);
});

it('only staff of the store can have pictures fetched', async () => {
  const name = 'aaaaaaaaaaaaaaaa';
  expect((await ask('', { name })).status).toBe(401);
  expect((await ask('no token', { name })).status).toBe(401);
  expect((await ask(shopper, { name })).status).toBe(403);
  expect((await ask(staff, { name, tenant: 'casecraft' })).status).toBe(403);
  expect((await ask(staff, { name: '../up' })).status).toBe(400);
  expect(fetchPicture).not.toHaveBeenCalled();
});

it('files that are not pictures or cannot be fetched are reported and not stored', async () => {
  const name = 'bbbbbbbbbbbbbbbb';
  const refusals = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'notPicture'],
    [Buffer.from('GIF89a and nothing more'), 'notPicture'],
  ] as const;
  for (const [bytes, problem] of refusals) {
    fetchPicture.mockResolvedValue(bytes);
    expect(await ask(staff, { name })).toMatchObject({ status: 422, body: { details: problem } });
  }
  fetchPicture.mockRejectedValue(new FetchProblem('address'));
  expect(await ask(staff, { name })).toMatchObject({ status: 422, body: { details: 'address' } });
  const { data } = await backend
    .client({ key: backend.secretKey })
    .storage.from('product-images')
    .list('inkthread/imported');
  expect(data?.map((file) => file.name)).toEqual([`${NAME}.webp`]);
});
