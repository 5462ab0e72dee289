import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { ChannelServices, TopicPolicies } from './channel.ts';
import { Connection, DEFAULT_LIMITS } from './connection.ts';
import { type Broadcast, createHub, type Hub } from './phoenix.ts';

const STAFF = { topic: 'staff', isPrivate: true };
const anonymous = { role: 'anon', claims: {} } as const;

/** A socket without a network that records sent frames. */
class Socket extends EventEmitter {
  readonly bufferedAmount = 0;
  readonly sent: unknown[] = [];
  send(frame: string): void {
    this.sent.push(JSON.parse(frame));
  }
  terminate(): void {
    this.emit('close');
  }
}

/** Policies that allow everything, but only once released. */
function slowPolicies() {
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
  const policies: TopicPolicies = {
    async requireSession() {},
    async mayReceive(_identity, _topic, extensions) {
      await turn();
      return new Set(extensions);
    },
    async maySend() {
      await turn();
      return true;
    },
  };
  const asked = () => expect.poll(() => waiting.length, { interval: 1 }).toBe(1);
  return {
    policies,
    asked,
    async answer() {
      await asked();
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function connect(hub: Hub, policies: TopicPolicies, replay: ChannelServices['replay'] = async () => []) {
  const socket = new Socket();
  const connection = new Connection(
    {
      socket: socket as unknown as WebSocket,
      version: '2.0.0',
      identity: anonymous,
      services: {
        hub,
        policies,
        replay,
        changes: { subscribe: async () => () => {}, close: async () => {} },
        access: { identify: () => Promise.reject(new Error('nobody has a token')) },
      },
      limits: DEFAULT_LIMITS,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => new Date(),
    },
    () => {},
  );
  const say = (event: string, payload: object, ref = '1') =>
    socket.emit('message', Buffer.from(JSON.stringify(['1', ref, 'realtime:staff', event, payload])), false);
  return {
    socket,
    connection,
    say,
    join: (ref?: string) => say('phx_join', { config: { private: true, presence: { key: 'ada' } } }, ref),
    joinWithReplay: () =>
      say('phx_join', { config: { private: true, broadcast: { replay: { since: 0 } } } }, '1'),
  };
}

describe('a client that leaves while a policy is evaluated', () => {
  it('is not shown as present afterwards', async () => {
    const hub = createHub();
    const { policies, asked, answer } = slowPolicies();
    const { say, join, socket } = connect(hub, policies);
    join();
    await answer();
    say('presence', { type: 'presence', event: 'track', payload: { page: 'orders' } });
    await asked();
    socket.terminate();
    await answer();
    expect(hub.presence(STAFF)).toEqual({});
  });

  it('receives each message once after rejoining, and a reply only to the join that counts', async () => {
    const hub = createHub();
    const { policies, asked, answer } = slowPolicies();
    const { connection, join, socket } = connect(hub, policies);
    join('1');
    await asked();
    connection.requestRejoin();
    await answer();
    join('2');
    await answer();
    hub.broadcast(STAFF, { event: 'change', payload: {} });
    const events = socket.sent.map((frame) => (Array.isArray(frame) ? frame[3] : undefined));
    expect(events.filter((event) => event === 'broadcast')).toHaveLength(1);
    expect(events.filter((event) => event === 'phx_reply')).toHaveLength(1);
  });
});

describe('a join with replay', () => {
  it('is confirmed once earlier broadcasts are read; those that arrive meanwhile follow them', async () => {
    const hub = createHub();
    const policies: TopicPolicies = {
      requireSession: async () => {},
      mayReceive: async (_identity, _topic, extensions) => new Set(extensions),
      maySend: async () => true,
    };
    const reading = Promise.withResolvers<Broadcast[]>();
    let isRead = false;
    const { joinWithReplay, socket } = connect(hub, policies, () => {
      isRead = true;
      return reading.promise;
    });
    joinWithReplay();
    await expect.poll(() => isRead, { interval: 1 }).toBe(true);
    hub.broadcast(STAFF, { event: 'meanwhile', payload: {} });
    expect(socket.sent).toEqual([]);
    reading.resolve([{ event: 'earlier', payload: {}, id: '1', replayed: true }]);
    await expect.poll(() => socket.sent.length, { interval: 1 }).toBeGreaterThan(0);
    hub.broadcast(STAFF, { event: 'later', payload: {} });
    const sent = socket.sent.map((frame) => {
      const [, , , event, payload] = frame as [unknown, unknown, unknown, string, { event?: string }];
      return payload.event ?? event;
    });
    expect(sent.filter((event) => event !== 'presence_state')).toEqual([
      'phx_reply',
      'earlier',
      'meanwhile',
      'later',
    ]);
  });
});
