import { createClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { contactMessages } from './contact-messages.ts';

const written = { name: 'Omar <b>', email: 'omar@example.com', subject: 'Sizes', message: 'XXL?\n<script>' };

/** Requests that the stubbed database received. */
let requests: { path: string; key: string | null; body: unknown }[];
let refused: Record<string, string> | null;
const admin = createClient<Database>('http://backend.test', 'the secret key', {
  global: {
    fetch: async (input, init) => {
      const { pathname: path } = new URL(String(input));
      const key = new Headers(init?.headers).get('apikey');
      requests.push({ path, key, body: init?.body ? JSON.parse(String(init.body)) : null });
      if (refused) return Response.json(refused, { status: 400 });
      return Response.json('11111111-1111-4111-8111-111111111111');
    },
  },
});
const sendMessage = contactMessages(admin, pino({ level: 'silent' }));

beforeEach(() => {
  requests = [];
  refused = null;
});

it('stores a message for its store’s staff, with the sender’s IP address', async () => {
  expect(await sendMessage('northblock', written, '192.0.2.1', 'ar')).toBeNull();
  expect(requests.find(({ path }) => path.endsWith('send_contact_message'))).toMatchObject({
    key: 'the secret key',
    body: { p_tenant_id: 'northblock', p_email: 'omar@example.com', p_client: '192.0.2.1', p_language: 'ar' },
  });
});

it('sends no mail itself; jobs do that later', async () => {
  expect(await sendMessage('northblock', written, '', 'ar')).toBeNull();
  expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['send_contact_message']);
});

it('passes on a refusal by the database', async () => {
  refused = { code: 'P0001', message: 'Please wait.', details: 'too_many_messages' };
  expect(await sendMessage('northblock', written, '', 'ar')).toMatchObject(refused);
});
