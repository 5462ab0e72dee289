import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { movableClock } from '../support/clock.ts';
import { inbox, rawClient, subscribed } from '../support/realtime-fixtures.ts';
import { signUp } from '../support/storage-fixtures.ts';

let backend: TestBackend;
let ada: Awaited<ReturnType<typeof signUp>>;
let ben: Awaited<ReturnType<typeof signUp>>;
const clock = movableClock();
const opened: SupabaseClient[] = [];
const PRIVATE = { config: { private: true, broadcast: { ack: true } } };

function anonymous() {
  const client = backend.client();
  opened.push(client);
  return client;
}
async function as(person: { client: SupabaseClient; token: string }) {
  await person.client.realtime.setAuth();
  opened.push(person.client);
  return person.client;
}

beforeAll(async () => {
  backend = await startTestBackend({
    now: clock.now,
    auth: { mailerAutoconfirm: true },
    realtime: { checkIntervalMs: 20 },
  });
  ada = await signUp(backend);
  ben = await signUp(backend);
  await backend.owner.unsafe(`
    create table public.rooms (topic text, person uuid, hears boolean default true, speaks boolean default true);
    grant select on public.rooms to authenticated;
    create policy "Hears" on realtime.messages for select to authenticated using (
      exists (select from public.rooms r where r.topic = realtime.topic() and r.person = (select auth.uid()) and r.hears));
    create policy "Speaks" on realtime.messages for insert to authenticated with check (
      extension = 'broadcast' and
      exists (select from public.rooms r where r.topic = realtime.topic() and r.person = (select auth.uid()) and r.speaks));`);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.removeAllChannels()));
});
afterAll(() => backend.close());

const room = (topic: string, person: string, speaks = true) =>
  backend.owner`insert into public.rooms (topic, person, speaks) values (${topic}, ${person}, ${speaks})`;

describe('a private channel', () => {
  it('opens only to people whom a policy allows to receive', async () => {
    await room('secret', ada.id);
    await subscribed((await as(ada)).channel('secret', PRIVATE));
    const refusal = /You do not have permissions to read from this Channel topic: secret/;
    await expect(subscribed((await as(ben)).channel('secret', PRIVATE))).rejects.toThrow(refusal);
    await expect(subscribed(anonymous().channel('secret', PRIVATE))).rejects.toThrow(refusal);
  });

  it('is not the public channel of the same name', async () => {
    await room('twin', ada.id);
    const heard = inbox<string>();
    const channel = (await as(ada)).channel('twin', PRIVATE);
    channel.on('broadcast', { event: '*' }, ({ event }) => heard.add(event));
    await subscribed(channel);
    const open = anonymous().channel('twin', { config: { broadcast: { ack: true } } });
    await subscribed(open);
    await open.send({ type: 'broadcast', event: 'from-outside', payload: {} });
    await backend.owner`select realtime.send('{}', 'public', 'twin', false)`;
    await backend.owner`select realtime.send('{}', 'private', 'twin', true)`;
    expect(await heard.atLeast(1)).toEqual(['private']);
  });

  it('delivers messages only of people who may send', async () => {
    await room('talk', ada.id);
    await room('talk', ben.id, false);
    const heard = inbox<string>();
    const [atAda, atBen] = [
      (await as(ada)).channel('talk', PRIVATE),
      (await as(ben)).channel('talk', PRIVATE),
    ];
    atBen.on('broadcast', { event: '*' }, ({ event }) => heard.add(event));
    const adaHeard = inbox<string>();
    atAda.on('broadcast', { event: '*' }, ({ event }) => adaHeard.add(event));
    await subscribed(atAda);
    await subscribed(atBen);
    expect(await atBen.send({ type: 'broadcast', event: 'not-allowed', payload: {} })).toBe('error');
    expect(await atAda.send({ type: 'broadcast', event: 'allowed', payload: {} })).toBe('ok');
    expect(await heard.atLeast(1)).toEqual(['allowed']);
    expect(adaHeard.items).toEqual([]);
  });

  it('applies the policies over HTTP as well', async () => {
    await room('post', ada.id);
    await room('post', ben.id, false);
    const heard = inbox<string>();
    const channel = (await as(ada)).channel('post', PRIVATE);
    channel.on('broadcast', { event: '*' }, ({ event }) => heard.add(event));
    await subscribed(channel);
    await expect((await as(ben)).channel('post', PRIVATE).httpSend('ben', {})).rejects.toThrow(
      'Unauthorized',
    );
    const batch = (token: string, event: string) =>
      fetch(`${backend.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
        body: JSON.stringify({ messages: [{ topic: 'post', event, payload: {}, private: true }] }),
      });
    expect((await batch(ben.token, 'ben')).status).toBe(202);
    expect((await batch(ada.token, 'ada')).status).toBe(202);
    expect(await heard.atLeast(1)).toEqual(['ada']);
    expect((await batch(`${ada.token}x`, 'forged')).status).toBe(401);
  });

  it('opens to the secret key without a policy', async () => {
    const service = backend.client({ key: backend.secretKey });
    opened.push(service);
    const channel = await subscribed(service.channel('anything', PRIVATE));
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
  });

  it('stores nothing of its policy checks: only the database’s broadcasts are kept, for replay', async () => {
    const kept = await backend.owner`select distinct topic, event from realtime.messages`;
    expect(kept).toEqual([{ topic: 'twin', event: 'private' }]);
  });

  it('replays the database’s broadcasts since the requested time, up to the requested number', async () => {
    await room('past', ada.id);
    for (const event of ['a', 'b', 'c']) {
      await backend.owner`select realtime.send('{}', ${event}, 'past')`;
      await expect
        .poll(() => backend.owner`select from realtime.messages where event = ${event}`)
        .toHaveLength(1);
    }
    const past = async (replay: { since: number; limit?: number }) => {
      const heard = inbox<string>();
      const person = await as(ada);
      const channel = person.channel('past', { config: { private: true, broadcast: { replay } } });
      channel.on('broadcast', { event: '*' }, ({ event, meta }) => {
        heard.add(`${event} ${meta?.replayed ? 'replayed' : 'live'}`);
      });
      await subscribed(channel);
      await backend.owner`select realtime.send('{}', 'now', 'past')`;
      await expect.poll(() => heard.items).toContain('now live');
      await person.removeChannel(channel);
      return heard.items;
    };
    expect(await past({ since: 0, limit: 2 })).toEqual(['b replayed', 'c replayed', 'now live']);
    expect(await past({ since: Date.now() + 60_000 })).toEqual(['now live']);
  });

  it('refuses forged and expired tokens', async () => {
    const raw = await rawClient(backend);
    const join = (accessToken: string) =>
      raw.push('realtime:any', 'phx_join', { config: {}, access_token: accessToken });
    expect(await join(`${ada.token.slice(0, -4)}AAAA`)).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('InvalidJWTToken') },
    });
    expect(await join('not a token')).toMatchObject({ status: 'error' });
    const [header, claims] = ada.token.split('.');
    const promoted = {
      ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()),
      role: 'service_role',
    };
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const head of [header, none]) {
      const forged = `${head}.${Buffer.from(JSON.stringify(promoted)).toString('base64url')}.`;
      expect(await join(forged)).toMatchObject({ status: 'error' });
    }
    raw.socket.close();
  });
});

describe('a token on an open channel', () => {
  const join = (token: string) => ({
    config: { private: true, presence: { enabled: false } },
    access_token: token,
  });

  it('is replaced when renewed, and checked again', async () => {
    await room('renewed', ada.id);
    const raw = await rawClient(backend);
    expect(await raw.push('realtime:renewed', 'phx_join', join(ada.token))).toMatchObject({ status: 'ok' });
    const renewed = await ada.client.auth.refreshSession();
    const token = renewed.data.session?.access_token ?? '';
    raw.socket.send(JSON.stringify(['1', '8', 'realtime:renewed', 'access_token', { access_token: token }]));
    await backend.owner`delete from public.rooms where topic = 'renewed'`;
    raw.socket.send(
      JSON.stringify(['1', '9', 'realtime:renewed', 'access_token', { access_token: ben.token }]),
    );
    const frames = await raw.frames.atLeast(3);
    expect(frames.slice(1, 3)).toEqual([
      [
        '1',
        null,
        'realtime:renewed',
        'system',
        {
          channel: 'renewed',
          extension: 'system',
          status: 'error',
          message: expect.stringContaining('You do not have permissions to read'),
        },
      ],
      ['1', '1', 'realtime:renewed', 'phx_close', {}],
    ]);
    raw.socket.close();
  });

  it('closes the channel when it expires', async () => {
    await room('ends', ada.id);
    const fresh = await ada.client.auth.refreshSession();
    const raw = await rawClient(backend);
    const reply = await raw.push('realtime:ends', 'phx_join', join(fresh.data.session?.access_token ?? ''));
    expect(reply).toMatchObject({ status: 'ok' });
    clock.advance(3601);
    const frames = await raw.frames.atLeast(3);
    expect(frames[1]?.[4]).toMatchObject({ status: 'error', message: 'Token has expired' });
    expect(frames[2]?.[3]).toBe('phx_close');
    await backend.owner`select realtime.send('{}', 'late', 'ends', true)`;
    const left = await raw.push('realtime:ends', 'phx_leave', {});
    expect(left).toMatchObject({ status: 'error', response: { reason: 'unmatched topic' } });
    expect(raw.frames.items.filter((frame) => frame[3] === 'broadcast')).toEqual([]);
    raw.socket.close();
  });
});
