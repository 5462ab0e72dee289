import type { SupabaseClient } from '@supabase/supabase-js';
import type { Message } from 'embedded-supabase/mail';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { runDueJobs } from '../../server/jobs/jobs.ts';
import { contactMailHandler, contactReplyHandler } from '../../server/mail/contact-messages.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { clientAt } from '../support/client.ts';
import { makeStore } from './store.ts';

const FULL = 'full@northblock.example';

let backend: TestBackend;
let admin: SupabaseClient<Database>;
let mails: Message[];

beforeAll(async () => {
  backend = await startTestBackend();
  admin = clientAt(backend.url, backend.secretKey);
  await makeStore(backend, 'northblock');
});
afterAll(() => backend.close());
beforeEach(async () => {
  mails = [];
  await backend.owner`delete from private.jobs`;
  await backend.owner`delete from staff_settings`;
});

async function write(email: string, language?: 'en' | 'ar') {
  const message = {
    ...(language && { p_language: language }),
    p_name: 'Omar <b>',
    p_email: email,
    p_subject: 'Sizes',
    p_message: 'XXL?\n<script>',
  };
  await admin.rpc('send_contact_message', { p_tenant_id: 'northblock', ...message }).throwOnError();
}

/** Runs due mail jobs as the server does; one mailbox rejects everything. */
const send = () => {
  const options = {
    admin,
    origin: 'http://localhost:3000',
    transport: {
      send: async (message: Message) => {
        if (message.to === FULL) throw new Error('552 This mailbox is full');
        mails.push(message);
      },
    },
  };
  return runDueJobs({
    admin,
    handlers: {
      send_contact_mail: contactMailHandler(options),
      send_contact_reply: contactReplyHandler(options),
    },
    log: pino({ level: 'silent' }),
  });
};

test('a message is mailed to its store’s contact address, without any markup of its writer', async () => {
  await backend.owner`update settings set contact = '{"contactEmail": "desk@northblock.example"}'`;
  await write('omar@example.com');
  await send();
  expect(mails).toMatchObject([{ to: 'desk@northblock.example', kind: 'contact_message' }]);
  expect(mails[0]?.subject).toContain('Sizes');
  expect(mails[0]?.html).toContain('&lt;script&gt;');
  expect(mails[0]?.html).not.toContain('<script>');
});

test('it reaches each configured member of staff once, and is retried for those it did not reach', async () => {
  const staff = ['mona@northblock.example', 'ziad@northblock.example'];
  await backend.owner`
    insert into staff_settings (tenant_id, contact_emails) values ('northblock', ${[FULL, ...staff]})`;
  await write('hoda@example.com');
  await send();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(staff);
  const waiting = await backend.owner`select payload ->> 'to' as to, attempts, last_error from private.jobs`;
  expect([...waiting]).toEqual([{ to: FULL, attempts: 1, last_error: '552 This mailbox is full' }]);
  await backend.owner`update private.jobs set run_at = now()`;
  await send();
  expect(mails).toHaveLength(2);
});

test('one that could not be mailed for three days is not mailed late', async () => {
  await write('salma@example.com');
  await backend.owner`update conversations set created_at = now() - interval '4 days'`;
  await send();
  expect(mails).toEqual([]);
  expect([...(await backend.owner`select 1 from private.jobs`)]).toEqual([]);
});

/** Answers the latest message as staff. */
async function answer(body: string): Promise<string> {
  const [latest] = await backend.owner`select id from conversations order by created_at desc limit 1`;
  const reply = { p_conversation_id: latest?.id, p_body: body };
  const { data } = await admin.rpc('reply_to_conversation', reply).throwOnError();
  return data.id;
}

const stateOf = async (messageId: string) => {
  const [mail] = await backend.owner`
    select sent_at is not null as sent, failed_at is not null as failed, error from message_mails where message_id = ${messageId}`;
  return mail;
};

test('an answer is mailed once to whoever wrote, in the language of their page, with their question quoted', async () => {
  await write('omar@example.com', 'ar');
  const messageId = await answer('Yes, until <b>Friday</b>.');
  await send();
  await send();
  const replies = mails.filter(({ kind }) => kind === 'contact_reply');
  expect(replies).toMatchObject([{ to: 'omar@example.com', subject: 'رد: Sizes' }]);
  expect(replies[0]?.text).toContain('Yes, until <b>Friday</b>.');
  expect(replies[0]?.text).toContain('> XXL?\n> <script>');
  expect(replies[0]?.html).toContain('&lt;b&gt;Friday');
  expect(replies[0]?.html).not.toContain('<script>');
  expect(replies[0]?.html).toContain('dir="rtl"');
  expect(await stateOf(messageId)).toEqual({ sent: true, failed: false, error: '' });
});

test('an answer that cannot be mailed says so, and is sent again when somebody asks for it', async () => {
  await write(FULL);
  const messageId = await answer('Yes.');
  await send();
  expect(await stateOf(messageId)).toEqual({ sent: false, failed: false, error: '552 This mailbox is full' });
  await backend.owner`update private.jobs set run_at = now(), attempts = max_attempts - 1 where kind = 'send_contact_reply'`;
  await send();
  expect(await stateOf(messageId)).toEqual({ sent: false, failed: true, error: '552 This mailbox is full' });
  await backend.owner`update conversations set email = 'hoda@example.com' where email = ${FULL}`;
  await admin.rpc('resend_reply', { p_message_id: messageId }).throwOnError();
  await send();
  expect(await stateOf(messageId)).toEqual({ sent: true, failed: false, error: '' });
  expect(mails.filter(({ kind }) => kind === 'contact_reply')).toMatchObject([{ to: 'hoda@example.com' }]);
});
