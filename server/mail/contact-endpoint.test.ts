import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import type { Message } from 'embedded-supabase/mail';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { contactEndpoint } from './contact-endpoint.ts';

const written = { name: 'Omar <b>', email: 'omar@example.com', subject: 'Sizes', message: 'XXL?\n<script>' };
const body = (params: unknown) => ({
  user_id: 'store',
  service_id: 'store',
  template_id: 'contact',
  template_params: params,
});

/** The backend's answers to what the endpoint asks; what it was asked is noted. */
const requests: { path: string; key: string | null; body: unknown }[] = [];
const used = new Map<string, number>();
let namedStaff: string[] = [];
let refused: Record<string, string> | null = null;
const admin = createClient<Database>('http://backend.test', 'the secret key', {
  global: {
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const key = new Headers(init?.headers).get('apikey');
      if (pathname.endsWith('/consume_rate_limit')) {
        const { p_client, p_times } = JSON.parse(String(init?.body));
        used.set(p_client, (used.get(p_client) ?? 0) + 1);
        return Response.json((used.get(p_client) ?? 0) <= p_times);
      }
      requests.push({ path: pathname, key, body: init?.body ? JSON.parse(String(init.body)) : null });
      if (pathname.endsWith('/staff_settings')) return Response.json({ contact_emails: namedStaff });
      if (pathname.endsWith('/settings'))
        return Response.json({ contact: { contactEmail: 'desk@northblock.example' } });
      if (refused) return Response.json(refused, { status: 400 });
      return Response.json('11111111-1111-4111-8111-111111111111');
    },
  },
});

describe('the store’s own send endpoint', () => {
  const mails: Message[] = [];
  let mailFails = false;
  const endpoint = contactEndpoint({
    admin,
    hostOf: () => 'northblock.localhost',
    addressOf: (request) => String(request.headers['x-visitor']),
    transport: {
      send: async (message) => {
        if (mailFails || message.to === 'gone@northblock.example') throw new Error('no such mailbox');
        mails.push(message);
      },
      close: () => {},
    },
    log: pino({ level: 'silent' }),
  });
  const server = createServer((request, response) => {
    if (!endpoint(request, response)) response.writeHead(404).end();
  });
  const send = async (visitor: string, content: unknown) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1.0/email/send`, {
      method: 'POST',
      body: JSON.stringify(content),
      headers: { 'content-type': 'application/json', 'x-visitor': visitor },
    });
    return [answer.status, await answer.text()];
  };

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close());

  it('keeps a message for the staff of the store it came from, and mails it to them', async () => {
    expect(await send('a', body(written))).toEqual([200, 'OK']);
    expect(requests.find(({ path }) => path.endsWith('send_contact_message'))).toMatchObject({
      key: 'the secret key',
      body: {
        p_tenant_id: 'northblock',
        p_email: 'omar@example.com',
        p_message: 'XXL?\n<script>',
        p_client: 'a',
      },
    });
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]).toMatchObject({ to: 'desk@northblock.example', kind: 'contact_message' });
    expect(mails[0]?.subject).toContain('Sizes');
    expect(mails[0]?.html).toContain('&lt;script&gt;');
    expect(mails[0]?.html).not.toContain('<script>');
  });

  it('takes a form’s data as well, and leads a browser that sent it by itself back to the page', async () => {
    const { port } = server.address() as AddressInfo;
    const form = new FormData();
    const fields = { ...written, user_id: 'store', service_id: 'casecraft', template_id: 'contact' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const sendForm = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/api/v1.0/email/send-form`, {
        method: 'POST',
        body: form,
        redirect: 'manual' as const,
        headers: { 'x-visitor': 'j', ...headers },
      });
    requests.length = 0;
    const client = await sendForm({});
    expect([client.status, await client.text()]).toEqual([200, 'OK']);
    expect(requests.find(({ path }) => path.endsWith('send_contact_message'))?.body).toMatchObject({
      p_tenant_id: 'casecraft',
      p_name: 'Omar <b>',
      p_message: 'XXL?\n<script>',
    });
    const browser = await sendForm({ accept: 'text/html,*/*' });
    expect([browser.status, browser.headers.get('location')]).toEqual([303, '/contact?sent=1']);
    form.delete('message');
    expect((await sendForm({})).status).toBe(400);
    const text = { method: 'POST', body: 'text', headers: { 'x-visitor': 'j' } };
    expect((await fetch(`http://127.0.0.1:${port}/api/v1.0/email/send-form`, text)).status).toBe(400);
  });

  it('is for the store whose page it was written on, whatever the host', async () => {
    requests.length = 0;
    expect(await send('g', { ...body(written), service_id: 'duoworks' })).toEqual([200, 'OK']);
    expect(requests.find(({ path }) => path.endsWith('send_contact_message'))?.body).toMatchObject({
      p_tenant_id: 'duoworks',
    });
  });

  it('mails it to the staff that the settings name', async () => {
    const staff = ['mona@northblock.example', 'ziad@northblock.example'];
    namedStaff = ['gone@northblock.example', ...staff];
    mails.length = 0;
    expect(await send('f', body(written))).toEqual([200, 'OK']);
    await expect.poll(() => mails.map(({ to }) => to)).toEqual(staff);
    namedStaff = [];
  });

  it('a mail server that fails loses nothing: the message is kept and the person thanked', async () => {
    mailFails = true;
    expect(await send('b', body(written))).toEqual([200, 'OK']);
    mailFails = false;
  });

  it('answers a message that is too long, however long it is', async () => {
    expect((await send('h', body({ ...written, message: 'x'.repeat(4_000_000) })))[0]).toBe(400);
  });

  it('says 429 Too Many Requests to the sixth message of a visitor, and hears others', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect(await send('c', body(written))).toEqual([200, 'OK']);
    expect(await send('c', body(written))).toEqual([429, 'Too Many Requests']);
    expect(await send('d', body(written))).toEqual([200, 'OK']);
  });

  it('takes all addresses of one IPv6 network for one visitor', async () => {
    for (let sent = 1; sent <= 5; sent += 1)
      expect(await send(`2001:db8:1:2::${sent}`, body(written))).toEqual([200, 'OK']);
    expect((await send('2001:db8:1:2:ffff::9', body(written)))[0]).toBe(429);
    expect((await send('2001:db8:1:3::1', body(written)))[0]).toBe(200);
  });

  it('tells what the database refuses apart: too many messages, what is wrong with one, a failure', async () => {
    refused = { code: 'P0001', message: 'Please wait.', details: 'too_many_messages' };
    expect(await send('i', body(written))).toEqual([429, 'Please wait.']);
    refused = { code: 'P0001', message: 'Tell us your name.', details: 'invalid_name' };
    expect(await send('i', body(written))).toEqual([400, 'Tell us your name.']);
    refused = { code: '42501', message: 'permission denied for function' };
    expect(await send('i', body(written))).toEqual([503, 'The message could not be kept.']);
    refused = null;
  });

  it.each([[null], [{}], [body('text')], [body({ name: 'A' })], [body({ ...written, message: 7 })]])(
    'answers %j with 400',
    async (content) => {
      expect((await send('e', content))[0]).toBe(400);
    },
  );
});
