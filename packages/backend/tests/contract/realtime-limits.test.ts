import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { inbox, rawClient } from '../support/realtime-fixtures.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    realtime: {
      checkIntervalMs: 20,
      limits: {
        channelsPerConnection: 5,
        joinsPerSecond: 20,
        messagesPerSecond: 30,
        payloadBytes: 10_000,
        bufferedBytes: 4_000_000,
        stalledAfterMs: 1_000,
        heartbeatTimeoutMs: 1_500,
      },
    },
  });
});
afterAll(() => backend.close());

const join = { config: { broadcast: { ack: true }, presence: { enabled: false } } };

describe('the protocol', () => {
  it('answers heartbeats', async () => {
    const raw = await rawClient(backend);
    expect(await raw.push('phoenix', 'heartbeat', {}, null)).toEqual({ status: 'ok', response: {} });
    raw.socket.close();
  });

  it('answers joins and leaves as Phoenix does', async () => {
    const raw = await rawClient(backend);
    await raw.push('realtime:a', 'phx_join', { config: {} });
    await raw.push('realtime:a', 'phx_leave', {});
    expect(await raw.frames.atLeast(4)).toEqual([
      ['1', '1', 'realtime:a', 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }],
      ['1', null, 'realtime:a', 'presence_state', {}],
      ['1', '2', 'realtime:a', 'phx_reply', { status: 'ok', response: {} }],
      ['1', '1', 'realtime:a', 'phx_close', {}],
    ]);
    raw.socket.close();
  });

  it('lets a second join to a topic replace the first', async () => {
    const raw = await rawClient(backend);
    await raw.push('realtime:a', 'phx_join', join, '1');
    await raw.push('realtime:a', 'phx_join', join, '2');
    const closed = (await raw.frames.atLeast(3)).filter(([, , , event]) => event === 'phx_close');
    expect(closed).toEqual([['1', '1', 'realtime:a', 'phx_close', {}]]);
    const said = await raw.push('realtime:a', 'broadcast', { event: 'x', payload: {} }, '2');
    expect(said).toMatchObject({ status: 'ok' });
    raw.socket.close();
  });

  it('refuses topics without a name and pushes without a join', async () => {
    const raw = await rawClient(backend);
    for (const topic of ['realtime:', 'elsewhere', `realtime:${'x'.repeat(250)}`]) {
      expect(await raw.push(topic, 'phx_join', join)).toMatchObject({
        status: 'error',
        response: { reason: expect.stringContaining('TopicNameRequired') },
      });
    }
    expect(await raw.push('realtime:z', 'broadcast', { event: 'x' })).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
    raw.socket.close();
  });

  it.each([
    ['text that is no JSON', Buffer.from('{'), false],
    ['JSON of another shape', Buffer.from('[1,2]'), false],
    ['numbers for names', Buffer.from('["1","1",7,"phx_join",{}]'), false],
    ['an unknown kind of bytes', Buffer.from([9, 1, 2, 3]), true],
    ['a header that promises more than there is', Buffer.from([3, 255, 255, 255, 255, 255, 1]), true],
    ['a payload that is no JSON', Buffer.from([3, 0, 0, 1, 1, 0, 1, 97, 98, 123]), true],
  ])('closes a connection that sends %s', async (_what, data, binary) => {
    const raw = await rawClient(backend);
    raw.socket.send(data, { binary });
    expect((await raw.closed)[0]).toBe(1003);
  });

  it('opens only at its path and with a key', async () => {
    const base = backend.url.replace('http', 'ws');
    for (const [address, status] of [
      [`${base}/realtime/v1/websocket`, 401],
      [`${base}/realtime/v1/websocket?apikey=wrong`, 401],
      [`${base}/realtime/v1/elsewhere?apikey=${backend.publishableKey}`, 404],
    ] as const) {
      const { WebSocket } = await import('ws');
      const socket = new WebSocket(address);
      const got = await new Promise((resolve) => {
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.on('error', resolve);
      });
      expect(got, address).toBe(status);
    }
  });
});

describe('nobody', () => {
  let crowded: TestBackend;
  beforeAll(async () => {
    crowded = await startTestBackend({
      addressOf: ({ headers }) => String(headers['x-forwarded-for']),
      realtime: { limits: { connectionsPerClient: 30 } },
    });
  });
  afterAll(() => crowded.close());

  const from = (address: string) => rawClient(crowded, { headers: { 'x-forwarded-for': address } });
  const many = (address: string) => Promise.all(Array.from({ length: 30 }, () => from(address)));

  it('uses up everybody’s connections: each address has a limit', async () => {
    const own = await many('192.0.2.66');
    await expect(from('192.0.2.66')).rejects.toThrow('429');
    const other = await from('192.0.2.67');
    expect(await other.push('phoenix', 'heartbeat', {}, null)).toMatchObject({ status: 'ok' });
    own[0]?.socket.close();
    await vi.waitFor(async () => own.push(await from('192.0.2.66')), 60_000);
    for (const { socket } of [...own, other]) socket.terminate();
  });

  it('delays other people’s private channels by joining many', async () => {
    await crowded.owner.unsafe(`
      create policy "Takes its time" on realtime.messages for select to anon
        using (case when realtime.topic() like 'slow%' then pg_sleep(1) is not null else true end)`);
    const asked = { config: { private: true, presence: { enabled: false } } };
    const other = await from('192.0.2.69');
    const own = await many('192.0.2.68');
    let answered = 0;
    for (const [i, raw] of own.entries()) {
      raw.push(`realtime:slow-${i}`, 'phx_join', asked).then(() => {
        answered += 1;
      });
    }
    expect(await other.push('realtime:quick', 'phx_join', asked)).toMatchObject({ status: 'ok' });
    expect(answered).toBeLessThan(own.length / 2);
    for (const { socket } of [...own, other]) socket.terminate();
  });
});

describe('limits of a connection', () => {
  it('bound its channels', async () => {
    const raw = await rawClient(backend);
    for (let i = 0; i < 5; i += 1) await raw.push(`realtime:${i}`, 'phx_join', join);
    expect(await raw.push('realtime:5', 'phx_join', join)).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
    await raw.push('realtime:0', 'phx_leave', {});
    expect(await raw.push('realtime:5', 'phx_join', join)).toMatchObject({ status: 'ok' });
    raw.socket.close();
  });

  it('bound its joins per second', async () => {
    const raw = await rawClient(backend);
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, i) => raw.push('realtime:same', 'phx_join', join, String(i))),
    );
    const refused = replies.filter(({ status }) => status === 'error');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.at(-1)?.response?.reason).toContain('Too many joins per second');
    raw.socket.close();
  });

  it('close the channel of a client that sends too much, then the connection', async () => {
    const raw = await rawClient(backend);
    await raw.push('realtime:loud', 'phx_join', join);
    for (let i = 0; i < 200; i += 1) {
      raw.socket.send(JSON.stringify(['1', null, 'realtime:loud', 'broadcast', { event: 'x', payload: {} }]));
    }
    await raw.closed;
    const system = raw.frames.items.find((frame) => frame[3] === 'system');
    expect(system?.[4]).toMatchObject({ status: 'error', message: 'Too many messages per second' });
  });

  it('close a connection that sends too large a frame', async () => {
    const raw = await rawClient(backend);
    raw.socket.send('x'.repeat(10_001));
    expect((await raw.closed)[0]).toBe(1009);
  });

  it('end a connection without heartbeats, and keep one that has them', async () => {
    const [silent, alive] = [await rawClient(backend), await rawClient(backend)];
    const beat = setInterval(() => void alive.push('phoenix', 'heartbeat', {}, null), 50);
    await silent.closed;
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    clearInterval(beat);
    alive.socket.close();
  });

  it.each([
    ['stalls with little waiting for it', 300],
    ['has too much waiting for it', 3000],
  ])('disconnect a reader that %s, without affecting others', async (_what, messages) => {
    const slow = await stoppedReader('flood');
    const quick = await rawClient(backend);
    const beat = setInterval(() => void quick.push('phoenix', 'heartbeat', {}, null), 50);
    await quick.push('realtime:flood', 'phx_join', join);
    const heard = inbox<number>();
    quick.socket.on('message', (data) => {
      const [, , , event, { payload }] = JSON.parse(data.toString());
      if (event === 'broadcast') heard.add(payload.i);
    });
    const text = 'x'.repeat(messages > 1000 ? 7000 : 30_000);
    // A tenth at a time: on a busy machine, all at once would be too much even for the fast reader.
    for (let last = messages / 10; last <= messages; last += messages / 10) {
      await backend.owner`
        select realtime.send(jsonb_build_object('i', i, 'text', ${text}::text), 'n', 'flood', false)
        from generate_series(${last - messages / 10 + 1}::int, ${last}::int) i`;
      await heard.atLeast(last);
    }
    expect(heard.items).toEqual(Array.from({ length: messages }, (_, i) => i + 1));
    await slow.gone;
    clearInterval(beat);
    quick.socket.close();
  });
});

/** A client that joins a topic, sends heartbeats, and stops reading. */
async function stoppedReader(topic: string) {
  const { port, hostname } = new URL(backend.url);
  const socket = connect(Number(port), hostname);
  const path = `/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`;
  const answer = () => new Promise((resolve) => socket.once('data', resolve));
  const say = (message: unknown[]) => {
    const text = Buffer.from(JSON.stringify(message));
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
  };
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await answer();
  say(['1', '1', `realtime:${topic}`, 'phx_join', {}]);
  await answer();
  socket.pause();
  const beat = setInterval(() => say([null, null, 'phoenix', 'heartbeat', {}]), 50);
  const gone = new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  void gone.then(() => clearInterval(beat));
  return { gone };
}

describe('broadcasts over HTTP', () => {
  let busy: TestBackend;
  beforeAll(async () => {
    busy = await startTestBackend({
      addressOf: ({ headers }) => String(headers['x-forwarded-for']),
      realtime: { limits: { broadcastsPerSecond: 20, broadcastsPerSecondInAll: 60 } },
    });
  });
  afterAll(() => busy.close());

  const post = (path: string, body: object, { address = '192.0.2.66', key = busy.publishableKey } = {}) =>
    fetch(`${busy.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
  const batch = (count: number) => ({
    messages: Array.from({ length: count }, () => ({ topic: 'square', event: 'shout', payload: {} })),
  });

  it('are limited by number of messages, per client and in total', async () => {
    const refused = await post('', batch(21));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ message: 'You have exceeded your rate limit' });
    expect((await post('', batch(20), { address: '192.0.2.1' })).status).toBe(202);
    const crowd = Array.from({ length: 40 }, (_, index) => `198.51.100.${index}`);
    const answers = await Promise.all(crowd.map((address) => post('', batch(20), { address })));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  it('are not limited with the secret key', async () => {
    expect((await post('', batch(500), { key: busy.secretKey })).status).toBe(202);
  });
});
