import { createClient } from '@supabase/supabase-js';
import type { Message } from 'embedded-supabase/mail';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { contactMessages } from './contact-messages.ts';

const written = { name: 'Omar <b>', email: 'omar@example.com', subject: 'Sizes', message: 'XXL?\n<script>' };

/** The database's answers; what it was asked is noted. */
let requests: { path: string; key: string | null; body: unknown }[];
let namedStaff: string[];
let refused: Record<string, string> | null;
let mailFails: boolean;
let mails: Message[];
const admin = createClient<Database>('http://backend.test', 'the secret key', {
  global: {
    fetch: async (input, init) => {
      const { pathname: path } = new URL(String(input));
      const key = new Headers(init?.headers).get('apikey');
      requests.push({ path, key, body: init?.body ? JSON.parse(String(init.body)) : null });
      if (path.endsWith('/staff_settings')) return Response.json({ contact_emails: namedStaff });
      if (path.endsWith('/settings'))
        return Response.json({ contact: { contactEmail: 'desk@northblock.example' } });
      if (refused) return Response.json(refused, { status: 400 });
      return Response.json('11111111-1111-4111-8111-111111111111');
    },
  },
});
const sendMessage = contactMessages({
  admin,
  transport: {
    send: async (message) => {
      if (mailFails || message.to === 'gone@northblock.example') throw new Error('no such mailbox');
      mails.push(message);
    },
  },
  log: pino({ level: 'silent' }),
});

beforeEach(() => {
  requests = [];
  namedStaff = [];
  refused = null;
  mailFails = false;
  mails = [];
});

it('keeps a message for the staff of its store with the address that it came from, and mails it to them', async () => {
  expect(await sendMessage('northblock', written, '192.0.2.1')).toBeNull();
  expect(requests.find(({ path }) => path.endsWith('send_contact_message'))).toMatchObject({
    key: 'the secret key',
    body: { p_tenant_id: 'northblock', p_email: 'omar@example.com', p_client: '192.0.2.1' },
  });
  await expect.poll(() => mails.length).toBe(1);
  expect(mails[0]).toMatchObject({ to: 'desk@northblock.example', kind: 'contact_message' });
  expect(mails[0]?.subject).toContain('Sizes');
  expect(mails[0]?.html).toContain('&lt;script&gt;');
  expect(mails[0]?.html).not.toContain('<script>');
});

it('mails it to the staff that the settings name, whatever becomes of one of them', async () => {
  const staff = ['mona@northblock.example', 'ziad@northblock.example'];
  namedStaff = ['gone@northblock.example', ...staff];
  await sendMessage('northblock', written, '');
  await expect.poll(() => mails.map(({ to }) => to)).toEqual(staff);
});

it('a mail server that fails loses nothing: the message is kept and the person thanked', async () => {
  mailFails = true;
  expect(await sendMessage('northblock', written, '')).toBeNull();
});

it('hands a refusal of the database on, and mails nothing then', async () => {
  refused = { code: 'P0001', message: 'Please wait.', details: 'too_many_messages' };
  expect(await sendMessage('northblock', written, '')).toMatchObject(refused);
  expect(mails).toEqual([]);
});
