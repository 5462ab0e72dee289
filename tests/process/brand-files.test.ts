import { signedUpAt } from 'embedded-supabase/testing';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brandFileEndpoints } from '../../server/brand-files/brand-file-endpoints.ts';
import { brandFileReader } from '../../server/brands/brand-file-reader.ts';
import type { Endpoints } from '../../server/http/endpoints.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;
let endpoint: Endpoints;
let staff: string;
let shopper: string;

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  const [clerk, buyer] = [await signedUpAt(backend), await signedUpAt(backend)];
  await backend.owner`insert into public.tenants (id, name) values ('inkthread', 'Inkthread') on conflict do nothing`;
  await backend.owner`insert into public.profiles (id, tenant_id, name) values (${clerk.user.id}, 'inkthread', 'Clerk')`;
  await backend.owner`insert into public.user_roles (user_id, tenant_id, role) values (${clerk.user.id}, 'inkthread', 'admin')`;
  staff = clerk.session.access_token;
  shopper = buyer.session.access_token;
  const admin = backend.client({ key: backend.secretKey });
  endpoint = brandFileEndpoints({
    backend: { internalUrl: backend.url, publishableKey: backend.publishableKey, fetch },
    admin,
    read: brandFileReader(admin, 'public'),
    log: pino({ enabled: false }),
  });
});
afterAll(() => backend.close());

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10"/></svg>';

async function upload(token: string, body: BodyInit, use = 'logo', tenant = 'inkthread') {
  const response = await endpoint.request(`/brand-files?tenant=${tenant}&use=${use}`, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body,
  });
  return { status: response.status, body: await response.json() };
}

it('a logo that staff upload is served to everybody, as a picture that can run nothing', async () => {
  const { status, body } = await upload(staff, `<!-- by an editor -->${drawing}`);
  expect(status).toBe(200);
  expect(body.path).toMatch(/^\/brand-files\/inkthread\/[\da-f]{20}-960x240\.svg$/);
  expect(await upload(staff, drawing)).toEqual({ status: 200, body });
  const served = await endpoint.request(body.path);
  expect(served.headers.get('content-type')).toBe('image/svg+xml');
  expect(served.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/);
  expect(await served.text()).toContain('<rect width="40" height="10">');
});

it('music can be played from its middle', async () => {
  const bytes = Buffer.concat([Buffer.from('ID3\x04', 'latin1'), Buffer.alloc(96, 7)]);
  const { body } = await upload(staff, bytes, 'music');
  const part = await endpoint.request(body.path, { headers: { range: 'bytes=90-' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 90-99/100']);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(90));
  expect((await endpoint.request(body.path, { headers: { range: 'bytes=100-' } })).status).toBe(416);
});

it('a file that a brand cannot have is refused with the reason', async () => {
  const script = drawing.replace('<rect', '<script>alert(1)</script><rect');
  expect(await upload(staff, script)).toMatchObject({ status: 422, body: { details: 'svgScript' } });
  const huge = Buffer.alloc(9 * 1024 * 1024);
  expect(await upload(staff, huge)).toMatchObject({ status: 422, body: { details: 'tooLarge' } });
});

it('nobody else uploads anything, and nobody around the check', async () => {
  expect((await upload('', drawing)).status).toBe(401);
  expect((await upload(shopper, drawing)).status).toBe(403);
  expect((await upload(staff, drawing, 'logo', 'casecraft')).status).toBe(403);
  expect((await upload(staff, drawing, 'film')).status).toBe(400);
  const files = backend.client({ token: staff }).storage.from('brand-files');
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { error } = await files.upload('inkthread/own.png', picture, { contentType: 'image/png' });
  expect(error?.message).toMatch(/row-level security/);
});

it('other addresses have no file', async () => {
  const missing = `${'0'.repeat(20)}-1x1.png`;
  for (const path of [
    `/brand-files/inkthread/${missing}`,
    '/brand-files/inkthread/own.png',
    '/brand-files/inkthread/..%2f..%2fa.svg',
  ])
    expect((await endpoint.request(path)).status).toBe(404);
});
