import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { inbox, subscribed } from '../support/realtime-fixtures.ts';

interface Heard {
  type: string;
  event: string;
  payload: Record<string, unknown>;
  meta?: { id: string };
}

let backend: TestBackend;
const clients: SupabaseClient[] = [];
function client(vsn: '1.0.0' | '2.0.0' = '2.0.0') {
  const made = backend.client({ options: { realtime: { vsn } } });
  clients.push(made);
  return made;
}
async function listening(channel: RealtimeChannel, event = '*') {
  const heard = inbox<Heard>();
  channel.on<Heard['payload']>('broadcast', { event }, (message) => heard.add(message));
  await subscribed(channel);
  return heard;
}

beforeAll(async () => {
  backend = await startTestBackend();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.removeAllChannels()));
});
afterAll(() => backend.close());

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (vsn) => {
  it('delivers a broadcast to everybody except its sender', async () => {
    const [ada, ben] = [client(vsn).channel('room'), client(vsn).channel('room')];
    const [atAda, atBen] = [await listening(ada), await listening(ben)];
    expect(await ada.send({ type: 'broadcast', event: 'shout', payload: { text: 'héllo 👋', n: 1 } })).toBe(
      'ok',
    );
    expect(await atBen.atLeast(1)).toEqual([
      { type: 'broadcast', event: 'shout', payload: { text: 'héllo 👋', n: 1 } },
    ]);
    await ben.send({ type: 'broadcast', event: 'back', payload: {} });
    expect((await atAda.atLeast(1)).map(({ event }) => event)).toEqual(['back']);
  });

  it('returns it if the channel requests that, and acknowledges it', async () => {
    const channel = client(vsn).channel('echo', { config: { broadcast: { self: true, ack: true } } });
    const heard = await listening(channel);
    expect(await channel.send({ type: 'broadcast', event: 'a', payload: { i: 1 } })).toBe('ok');
    expect(await heard.atLeast(1)).toMatchObject([{ event: 'a', payload: { i: 1 } }]);
  });

  it('keeps the order of a hundred messages', async () => {
    const [ada, ben] = [client(vsn).channel('order'), client(vsn).channel('order')];
    const heard = await listening(ben);
    await subscribed(ada);
    for (let i = 0; i < 90; i += 1) void ada.send({ type: 'broadcast', event: 'n', payload: { i } });
    const numbers = (await heard.atLeast(90)).map(({ payload }) => payload.i);
    expect(numbers).toEqual(Array.from({ length: 90 }, (_, i) => i));
  });

  it('receives the database’s broadcasts', async () => {
    const heard = await listening(client(vsn).channel('from-db'));
    await backend.owner`select realtime.send('{"id": 7}', 'changed', 'from-db', false)`;
    const meta = { id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    expect(await heard.atLeast(1)).toEqual([
      { type: 'broadcast', event: 'changed', payload: { id: 7 }, meta },
    ]);
  });
});

describe('broadcasting', () => {
  it('delivers bytes unchanged between clients of 2.0.0', async () => {
    const [ada, ben] = [client().channel('bytes'), client().channel('bytes')];
    const heard = inbox<{ payload: ArrayBuffer }>();
    ben.on<ArrayBuffer>('broadcast', { event: '*' }, (message) => heard.add(message));
    await subscribed(ben);
    await subscribed(ada);
    await ada.send({ type: 'broadcast', event: 'raw', payload: Uint8Array.from([0, 255, 7]).buffer });
    const [message] = await heard.atLeast(1);
    expect([...new Uint8Array(message?.payload ?? new ArrayBuffer())]).toEqual([0, 255, 7]);
  });

  it('works across the two protocols', async () => {
    const [old, young] = [client('1.0.0').channel('mixed'), client('2.0.0').channel('mixed')];
    const [atOld, atYoung] = [await listening(old), await listening(young)];
    await young.send({ type: 'broadcast', event: 'to-old', payload: { a: [1] } });
    await old.send({ type: 'broadcast', event: 'to-young', payload: { b: null } });
    expect(await atOld.atLeast(1)).toMatchObject([{ event: 'to-old', payload: { a: [1] } }]);
    expect(await atYoung.atLeast(1)).toMatchObject([{ event: 'to-young', payload: { b: null } }]);
  });

  it('stays within its topic, and delivers only the requested events', async () => {
    const ada = client().channel('here', { config: { broadcast: { ack: true } } });
    const heard = await listening(client().channel('here'), 'wanted');
    const elsewhere = await listening(client().channel('there'));
    await subscribed(ada);
    await ada.send({ type: 'broadcast', event: 'other', payload: {} });
    await ada.send({ type: 'broadcast', event: 'wanted', payload: {} });
    expect((await heard.atLeast(1)).map(({ event }) => event)).toEqual(['wanted']);
    expect(elsewhere.items).toEqual([]);
  });

  it('stops for those who leave', async () => {
    const [ada, ben] = [client().channel('leave'), client().channel('leave')];
    const cleo = await listening(client().channel('leave'));
    const heard = await listening(ben);
    await subscribed(ada);
    expect(await ben.unsubscribe()).toBe('ok');
    await ada.send({ type: 'broadcast', event: 'late', payload: {} });
    await cleo.atLeast(1);
    expect(heard.items).toEqual([]);
  });

  it('works over HTTP without a subscription', async () => {
    const heard = await listening(client().channel('posted'));
    expect(await client().channel('posted').httpSend('note', { over: 'http' })).toEqual({ success: true });
    expect(await heard.atLeast(1)).toMatchObject([{ event: 'note', payload: { over: 'http' } }]);
    const response = await fetch(`${backend.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'posted', event: 'batch', payload: { n: 2 } }] }),
    });
    expect(response.status).toBe(202);
    expect(await heard.atLeast(2)).toMatchObject([{}, { event: 'batch', payload: { n: 2 } }]);
  });

  it('says what is wrong with a batch', async () => {
    const post = (body: string) =>
      fetch(`${backend.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey },
        body,
      });
    for (const body of [
      '{',
      '[]',
      '{"messages":[]}',
      '{"messages":[{"topic":"a","event":"b"}]}',
      '{"messages":[7]}',
    ]) {
      expect((await post(body)).status, body).toBe(422);
    }
    expect((await fetch(`${backend.url}/realtime/v1/api/broadcast`)).status).toBe(401);
  });
});

describe('broadcasting from the database', () => {
  it('sends nothing of rolled-back work', async () => {
    const heard = await listening(client().channel('rollback'));
    await expect(
      backend.owner.begin(async (sql) => {
        await sql`select realtime.send('{}', 'never', 'rollback', false)`;
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    await backend.owner`select realtime.send('{}', 'done', 'rollback', false)`;
    expect((await heard.atLeast(1)).map(({ event }) => event)).toEqual(['done']);
  });

  it('delivers payloads too large for a notification, in order', async () => {
    const heard = await listening(client().channel('large'));
    const text = 'é'.repeat(20_000);
    await backend.owner`select realtime.send('{"n":1}', 'a', 'large', false)`;
    await backend.owner`select realtime.send(${JSON.stringify({ text })}::text::jsonb, 'b', 'large', false)`;
    await backend.owner`select realtime.send('{"n":3}', 'c', 'large', false)`;
    const messages = await heard.atLeast(3);
    expect(messages.map(({ event }) => event)).toEqual(['a', 'b', 'c']);
    expect(messages[1]).toMatchObject({
      payload: { text },
      meta: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it('delivers two hundred messages of one transaction', async () => {
    const heard = await listening(client().channel('many'));
    await backend.owner`select realtime.send(jsonb_build_object('i', i), 'n', 'many', false) from generate_series(1, 200) i`;
    const numbers = (await heard.atLeast(200)).map(({ payload }) => payload.i);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  });

  it('delivers equal messages of one transaction as often as they were sent', async () => {
    const heard = await listening(client().channel('equal'));
    await backend.owner`select realtime.send('{}', 'again', 'equal', false) from generate_series(1, 3)`;
    expect(await heard.atLeast(3)).toHaveLength(3);
  });

  it('sends row changes in the shape of broadcast_changes', async () => {
    await backend.owner.unsafe(`
      create table public.things (id int primary key, name text);
      create function public.things_changed() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('things', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger things_changed after insert or update on public.things
        for each row execute function public.things_changed();
      create policy "All hear of things" on realtime.messages for select to anon using (realtime.topic() = 'things');`);
    const heard = await listening(client().channel('things', { config: { private: true } }));
    await backend.owner`insert into public.things values (1, 'one')`;
    await backend.owner`update public.things set name = 'two'`;
    expect(await heard.atLeast(2)).toMatchObject([
      {
        event: 'INSERT',
        payload: { operation: 'INSERT', schema: 'public', table: 'things', record: { id: 1, name: 'one' } },
      },
      { event: 'UPDATE', payload: { record: { name: 'two' }, old_record: { name: 'one' } } },
    ]);
  });

  it('makes clients rejoin after the database was unreachable', async () => {
    const channel = client().channel('gap');
    const heard = inbox<string>();
    const states = inbox<string>();
    channel.on('broadcast', { event: '*' }, ({ event }) => heard.add(event));
    channel.subscribe((status) => states.add(status));
    await states.atLeast(1);
    await backend.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen%' and datname = current_database()`;
    expect(await states.atLeast(3)).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
    await backend.owner`select realtime.send('{}', 'after', 'gap', false)`;
    expect(await heard.atLeast(1)).toEqual(['after']);
  });
});
