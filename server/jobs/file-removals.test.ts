import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStore } from '../../tests/database/store.ts';
import { startTestBackend, type TestBackend } from '../../tests/support/backend.ts';
import { clientAt } from '../../tests/support/client.ts';
import { fileRemovals } from './file-removals.ts';
import { runDueJobs } from './jobs.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  await makeStore(backend, 'inkthread');
});
afterAll(() => backend.close());

test('a deleted account’s pictures are removed from storage, and nobody else’s', async () => {
  const admin = clientAt(backend.url, backend.secretKey);
  const signUp = async () => {
    const client = clientAt(backend.url, backend.publishableKey);
    const account = { email: `${randomUUID()}@example.com`, password: 'long-enough-password' };
    const id = (await client.auth.signUp(account)).data.user?.id ?? '';
    const profile = { p_user_id: id, p_tenant_id: 'inkthread', p_email: account.email, p_name: 'Mona' };
    await client.rpc('create_profile_with_tenant', profile).throwOnError();
    const picture = { create: { width: 8, height: 8, channels: 3 as const, background: '#c33' } };
    const path = `inkthread/${id}/cat.png`;
    const bytes = await sharp(picture).png().toBuffer();
    for (const bucket of ['designs', 'avatars']) {
      const { error } = await client.storage.from(bucket).upload(path, bytes, { contentType: 'image/png' });
      expect(error).toBeNull();
    }
    return { client, path };
  };
  const [leaving, staying] = [await signUp(), await signUp()];
  const isThere = async (bucket: string, path: string) =>
    (await admin.storage.from(bucket).download(path)).error === null;

  await leaving.client.rpc('delete_account', { p_tenant_id: 'inkthread' }).throwOnError();
  const jobs = { admin, handlers: fileRemovals(admin), log: pino({ enabled: false }) };
  expect(await runDueJobs(jobs)).toBe(2);
  expect(await runDueJobs(jobs)).toBe(0);
  for (const bucket of ['designs', 'avatars']) {
    expect(await isThere(bucket, leaving.path)).toBe(false);
    expect(await isThere(bucket, staying.path)).toBe(true);
  }
  // The session has ended with the account.
  expect((await leaving.client.from('orders').select()).error).not.toBeNull();
});
