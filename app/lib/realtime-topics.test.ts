import { createClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, it } from 'vitest';
import { createTopics } from './realtime-topics.ts';

type Said = { topic: string; event: string; payload: Record<string, unknown> };

/** A stub of the client's WebSocket whose server accepts everything. */
class Line extends EventTarget {
  static open: Line[] = [];
  static said: Said[] = [];
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror = null;

  constructor() {
    super();
    Line.open.push(this);
    setTimeout(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  send(message: string) {
    const [joined, turn, topic, event, payload] = JSON.parse(message);
    Line.said.push({ topic, event, payload });
    const answer = [joined, turn, topic, 'phx_reply', { status: 'ok', response: {} }];
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(answer) }));
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code: 1006 });
  }
}

const client = createClient('https://store.example', 'sb_publishable_1', {
  realtime: { transport: Line as never, reconnectAfterMs: () => 1, heartbeatIntervalMs: 60_000 },
});

const { subscribe, share } = createTopics(async () => client.realtime);

/** Names of the users who shared their presence. */
const present = () =>
  Line.said.flatMap(({ event, payload }) => (event === 'presence' ? Object(payload.payload).name : []));

const stops: (() => void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await expect.poll(() => client.getChannels()).toEqual([]);
  Line.said.length = 0;
});

describe('a topic', () => {
  it('is rejoined at once by a window whose state has changed', async () => {
    const stop = subscribe('staff:inkthread', () => {}, 'window');
    share('staff:inkthread', { name: 'Mona' });
    await expect.poll(() => present()).toEqual(['Mona']);
    stop();
    stops.push(subscribe('staff:inkthread', () => {}, 'window'));
    share('staff:inkthread', { name: 'Mona A.' });
    await expect.poll(() => present()).toEqual(['Mona', 'Mona A.']);
    expect(client.getChannels()).toHaveLength(1);
  });

  it('shares changes made while it is joining', async () => {
    const heard: string[] = [];
    stops.push(subscribe('staff:inkthread', (event) => heard.push(event), 'window'));
    share('staff:inkthread', { name: 'Mona' });
    await expect.poll(() => heard).toEqual(['joined']);
    share('staff:inkthread', { name: 'Mona A.' });
    await expect.poll(() => present()).toEqual(['Mona', 'Mona A.']);
  });

  it('is resubscribed at once by whoever replaces its last listener', async () => {
    const before: string[] = [];
    const after: string[] = [];
    const stop = subscribe('orders:inkthread', (event) => before.push(event));
    await expect.poll(() => before).toEqual(['joined']);
    stop();
    stops.push(subscribe('orders:inkthread', (event) => after.push(event)));
    await expect.poll(() => after).toEqual(['joined']);
  });

  it('notifies all its listeners over one channel, and none that has left', async () => {
    const [first, second]: string[][] = [[], []];
    const stop = subscribe('orders:inkthread', (event) => first?.push(event));
    stops.push(subscribe('orders:inkthread', (event) => second?.push(event)));
    await expect.poll(() => second).toEqual(['joined']);
    expect(client.getChannels()).toHaveLength(1);
    stop();
    Line.open.at(-1)?.close();
    await expect.poll(() => second?.at(-1)).toBe('joined');
    expect(first).toEqual(['joined']);
  });

  it('reports possibly missed changes: at the first connection and after a disconnect', async () => {
    const heard: string[] = [];
    stops.push(subscribe('staff:inkthread', (event) => heard.push(event), 'window'));
    await expect.poll(() => heard).toEqual(['joined']);
    Line.open.at(-1)?.close();
    await expect.poll(() => heard.filter((event) => event === 'joined')).toHaveLength(2);
    expect(heard).toContain('lost');
  });

  it('is lost for its listeners when the client cannot load, and retried by the next one', async () => {
    const heard: string[] = [];
    const topics = createTopics(async () => {
      throw new TypeError('Failed to fetch');
    });
    topics.subscribe('orders:inkthread', (event) => heard.push(event));
    await expect.poll(() => heard).toEqual(['lost']);
    topics.subscribe('orders:inkthread', (event) => heard.push(event));
    await expect.poll(() => heard).toEqual(['lost', 'lost']);
  });
});
