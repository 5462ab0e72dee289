import { createClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { joinPresence, subscribeToOrders, subscribeToStaff } from './staff-topics.ts';

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

vi.mock('#app/lib/supabase-browser.ts', () => ({ loadSupabase: async () => client }));
vi.mock('#app/lib/page-tenant.ts', () => ({ pageTenant: () => 'inkthread' }));

/** Names of the users who shared their presence. */
const present = () =>
  Line.said.flatMap(({ event, payload }) => (event === 'presence' ? Object(payload.payload).name : []));

const stops: (() => void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await expect.poll(() => client.getChannels()).toEqual([]);
  Line.said.length = 0;
});

describe('the topics of the back office', () => {
  it('are met again at once by somebody whose name has changed', async () => {
    const before = joinPresence({ user: 'mona', name: 'Mona' }, () => {});
    await expect.poll(() => present()).toEqual(['Mona']);
    before.end();
    const after = joinPresence({ user: 'mona', name: 'Mona A.' }, () => {});
    stops.push(after.end);
    await expect.poll(() => present()).toEqual(['Mona', 'Mona A.']);
    expect(client.getChannels()).toHaveLength(1);
  });

  it('are heard again at once by whoever takes the place of the last who listened', async () => {
    const before: string[] = [];
    const after: string[] = [];
    const stop = subscribeToOrders((event) => before.push(event));
    await expect.poll(() => before).toEqual(['joined']);
    stop();
    stops.push(subscribeToOrders((event) => after.push(event)));
    await expect.poll(() => after).toEqual(['joined']);
  });

  it('say when something may have been missed: before the first connection and while it was lost', async () => {
    const heard: string[] = [];
    const deaf = subscribeToStaff((event) => heard.push(event));
    stops.push(() => void deaf(), joinPresence({ user: 'mona', name: 'Mona' }, () => {}).end);
    await expect.poll(() => heard).toEqual(['joined']);
    Line.open.at(-1)?.close();
    await expect.poll(() => heard).toEqual(['joined', 'joined']);
  });
});
