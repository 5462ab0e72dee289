import type { Message } from 'embedded-supabase/mail';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../tests/support/backend.ts';
import { runDueJobs } from '../jobs/jobs.ts';
import { syncTenants } from '../tenants.ts';
import { type PhoneNotification, SendFailure } from './phone-sender.ts';
import { staffNotificationHandler } from './staff-notifications.ts';

const USER = '0a0a0a0a-0000-4000-8000-000000000001';

let backend: TestBackend;
let mails: Message[];
let phoned: PhoneNotification[];
let refuses: boolean;
const admin = () => backend.client({ key: backend.secretKey });

beforeAll(async () => {
  backend = await startTestBackend();
  await syncTenants(admin(), { storageGigabytes: 20, areOpen: true });
  await backend.owner`insert into auth.users (id, email) values (${USER}, 'mona+inkthread@example.com')`;
  await backend.owner`
    insert into profiles (id, tenant_id, name, office_language) values (${USER}, 'inkthread', 'Mona', 'ar')`;
  await backend.owner`
    insert into profile_phones (user_id, tenant_id, phone) values (${USER}, 'inkthread', '01001234567')`;
  await backend.owner`
    insert into user_roles (user_id, tenant_id, role) values (${USER}, 'inkthread', 'admin')
    on conflict (user_id, tenant_id) do update set role = excluded.role`;
});
afterAll(() => backend.close());
beforeEach(async () => {
  [mails, phoned, refuses] = [[], [], false];
  await backend.owner`delete from staff_notification_choices`;
});

/** Somebody chose to hear of failed jobs in a way, and one failed. */
async function fails(channel: 'email' | 'whatsapp', hasMail = true): Promise<void> {
  await backend.owner`
    insert into staff_notification_choices (tenant_id, user_id, topic, channel) values ('inkthread', ${USER}, 'failed_job', ${channel})`;
  await backend.owner`select private.tell_staff('inkthread', 'failed_job', 'send_email', p_note => '550')`;
  await backend.owner`update private.jobs set run_at = now()`;
  const send_staff_notification = staffNotificationHandler({
    admin: admin(),
    transport: hasMail ? { send: async (mail) => void mails.push(mail) } : undefined,
    senders: [
      {
        channel: 'whatsapp',
        async send(message) {
          if (refuses) throw new SendFailure('WhatsApp', { code: '131026', final: true });
          phoned.push(message);
          return null;
        },
      },
    ],
    origin: 'https://shop.example',
    log: pino({ level: 'silent' }),
  });
  await runDueJobs({ admin: admin(), handlers: { send_staff_notification }, log: pino({ level: 'silent' }) });
}

const waiting = async () => (await backend.owner`select from private.staff_notifications`).length;

it('staff are told by mail in their language, at the address without the store’s mark', async () => {
  await fails('email');
  expect(mails).toMatchObject([{ to: 'mona@example.com', subject: 'مهمة فاشلة في Inkthread' }]);
  expect(mails[0]?.text).toContain('/ar/admin/failed-jobs');
  expect([phoned.length, await waiting()]).toEqual([0, 0]);
});

it('staff are told by WhatsApp with an approved template, if they chose so', async () => {
  await fails('whatsapp');
  expect(phoned).toMatchObject([{ to: '+201001234567', template: 'staff_failed_job', language: 'ar' }]);
  expect([mails.length, await waiting()]).toEqual([0, 0]);
});

it('what WhatsApp refuses goes by mail', async () => {
  refuses = true;
  await fails('whatsapp');
  expect(mails).toHaveLength(1);
});

it('nothing is lost while no mail goes out', async () => {
  await fails('email', false);
  expect([mails.length, await waiting()]).toEqual([0, 1]);
});
