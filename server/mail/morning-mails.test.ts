import type { Message } from 'embedded-supabase/mail';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../tests/support/backend.ts';
import { runAllDueJobs } from '../jobs/jobs.ts';
import { syncTenants } from '../tenants.ts';
import { morningMailHandler, morningMailPlanner } from './morning-mails.ts';

const USER = '0a0a0a0a-0000-4000-8000-000000000001';
const log = pino({ level: 'silent' });

let backend: TestBackend;
const admin = () => backend.client({ key: backend.secretKey });

beforeAll(async () => {
  backend = await startTestBackend();
  await syncTenants(admin(), { storageGigabytes: 20, areOpen: true });
  await backend.owner`insert into auth.users (id, email) values (${USER}, 'mona+inkthread@example.com')`;
  await backend.owner`
    insert into profiles (id, tenant_id, name, office_language) values (${USER}, 'inkthread', 'Mona', 'ar')`;
  await backend.owner`insert into user_roles (user_id, tenant_id, role) values
    (${USER}, 'inkthread', 'admin'), (${USER}, 'casecraft', 'admin')
    on conflict (user_id, tenant_id) do update set role = excluded.role`;
});
afterAll(() => backend.close());

it('comes once a day with the figures of all stores where its reader works, also after a failure', async () => {
  await backend.owner`insert into conversations (tenant_id, kind, name) values
    ('inkthread', 'contact', 'Ali'), ('casecraft', 'contact', 'Ali'), ('northblock', 'contact', 'Ali')`;
  await backend.owner`insert into private.morning_mails (user_id, hour, next_at) values (${USER}, 8, now())`;
  const mails: Message[] = [];
  let isDown = true;
  const transport = {
    async send(mail: Message) {
      if (isDown) throw new Error('451');
      mails.push(mail);
    },
  };
  const options = { admin: admin(), transport, origin: 'https://shop.example' };
  const handlers = { send_morning_mail: morningMailHandler(options) };
  const run = async () => {
    await morningMailPlanner(options)({
      ...{ id: 0, kind: 'queue_morning_mails', key: 'recurring', tenant_id: '', payload: {} },
      ...{ attempt: 1, max_attempts: 1 },
    });
    await backend.owner`update private.jobs set run_at = now() where kind = 'send_morning_mail'`;
    await runAllDueJobs({ admin: admin(), handlers, log });
  };
  await run();
  expect(mails).toEqual([]);
  isDown = false;
  await run();
  await run();
  expect(mails).toMatchObject([{ to: 'mona@example.com', kind: 'morning' }]);
  const [mail] = mails;
  expect(mail?.text).toContain('/ar/admin/morning');
  for (const store of ['Inkthread', 'Casecraft']) expect(mail?.text).toContain(store);
  for (const foreign of ['Northblock', 'Ali']) expect(mail?.text).not.toContain(foreign);
});
