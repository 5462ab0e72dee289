import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hearCatalogue } from './catalogue-channel.ts';

const topic = 'realtime:catalogue:inkthread';

/** As much of a browser's socket as the channel touches; the test plays the server. */
function socketThat() {
  const sent: { topic: string; event: string; payload: unknown }[] = [];
  const socket = {
    sent,
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: string }) => void) | null,
    onclose: null as (() => void) | null,
    readyState: WebSocket.OPEN as number,
    send: (message: string) => void sent.push(JSON.parse(message)),
    close: vi.fn(),
  };
  const say = (event: string, payload: object = {}, about = topic) =>
    socket.onmessage?.({ data: JSON.stringify({ topic: about, event, payload }) });
  const beats = () => sent.filter(({ event }) => event === 'heartbeat').length;
  const join = () => {
    socket.onopen?.();
    say('phx_reply', { status: 'ok', response: {} });
  };
  return { ...{ socket, say, join, beats }, answerBeat: () => say('phx_reply', { status: 'ok' }, 'phoenix') };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function hear() {
  const first = socketThat();
  const unused = [first];
  const sockets: ReturnType<typeof socketThat>[] = [];
  const addresses: string[] = [];
  const onChange = vi.fn();
  const onBegin = vi.fn();
  const stop = hearCatalogue({
    backend: 'https://store.example',
    key: 'sb_publishable_1',
    tenantId: 'inkthread',
    onChange,
    onBegin,
    open(address) {
      addresses.push(address);
      const next = unused.pop() ?? socketThat();
      sockets.push(next);
      return next.socket as Partial<WebSocket> as WebSocket;
    },
  });
  const latest = () => sockets.at(-1) ?? first;
  /** How many sockets were opened just before so many seconds had passed, and by then. */
  const openedWithin = (seconds: number) => {
    const before = sockets.length;
    vi.advanceTimersByTime(seconds * 1000 - 1);
    const early = sockets.length - before;
    vi.advanceTimersByTime(1);
    return [early, sockets.length - before];
  };
  return { first, sockets, latest, openedWithin, addresses, onChange, onBegin, stop };
}

describe('catalogue channel', () => {
  it('M112 leaves a socket that is still opening alone until it is open, which browsers would warn of', () => {
    const { first, stop } = hear();
    first.socket.readyState = WebSocket.CONNECTING;
    stop();
    expect(first.socket.close).not.toHaveBeenCalled();
    first.socket.onopen?.();
    expect(first.socket.close).toHaveBeenCalledOnce();
    expect(first.socket.sent).toEqual([]);
  });

  it('M112 joins the private topic of its store and hears what changes', () => {
    const { first, addresses, onChange } = hear();
    expect(addresses).toEqual([
      'wss://store.example/realtime/v1/websocket?apikey=sb_publishable_1&vsn=1.0.0',
    ]);
    first.join();
    expect(first.socket.sent[0]).toMatchObject({
      topic,
      event: 'phx_join',
      payload: { config: { private: true }, access_token: 'sb_publishable_1' },
    });
    expect(onChange).not.toHaveBeenCalled();
    first.say('broadcast', { type: 'broadcast', event: 'change', payload: { kind: 'stock', ids: ['p1'] } });
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: 'stock', ids: ['p1'] });
  });

  it('M111 beats every 30 s and comes back after 1, 2, 5 and 10 s, from 1 s again once it has joined', () => {
    const { first, latest, openedWithin } = hear();
    first.join();
    vi.advanceTimersByTime(30_000);
    first.answerBeat();
    vi.advanceTimersByTime(30_000);
    expect(first.beats()).toBe(2);
    const waits = [1, 2, 5, 10, 10].map((seconds) => {
      latest().socket.onclose?.();
      return openedWithin(seconds);
    });
    expect(waits).toEqual(Array(5).fill([0, 1]));
    latest().join();
    latest().socket.onclose?.();
    expect(openedWithin(1)).toEqual([0, 1]);
  });

  it('M112 says once when it begins to hear, not before the channel is joined', () => {
    const { first, latest, onBegin } = hear();
    first.socket.onopen?.();
    first.answerBeat();
    expect(onBegin).not.toHaveBeenCalled();
    first.join();
    expect(onBegin).toHaveBeenCalledOnce();
    first.socket.onclose?.();
    vi.advanceTimersByTime(1000);
    latest().join();
    expect(onBegin).toHaveBeenCalledOnce();
  });

  it('M112 takes everything for changed when it has joined again, for what happened meanwhile was not heard', () => {
    const { first, latest, onChange } = hear();
    first.join();
    first.socket.onclose?.();
    vi.advanceTimersByTime(1000);
    expect(onChange).not.toHaveBeenCalled();
    latest().join();
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: 'product', ids: null });
  });

  it.each([
    ['the server lost messages', 'phx_error', {}],
    ['the server closed the channel', 'phx_close', {}],
    [
      'the join is refused',
      'phx_reply',
      { status: 'error', response: { reason: 'Too many joins per second' } },
    ],
  ])('M112 joins again when %s, ever more slowly', (_why, event, payload) => {
    const { sockets, latest, openedWithin } = hear();
    const waits = [1, 2, 5, 10].map((seconds) => {
      const { socket, say } = latest();
      socket.onopen?.();
      say(event, payload);
      socket.onclose?.();
      return openedWithin(seconds);
    });
    expect(waits).toEqual(Array(4).fill([0, 1]));
    for (const { socket } of sockets.slice(0, -1)) expect(socket.close).toHaveBeenCalledOnce();
    latest().socket.onopen?.();
    expect(latest().socket.sent).toHaveLength(1);
  });

  it('M111 leaves a line on which a heartbeat, or the join itself, was not answered', () => {
    const { first, latest, openedWithin } = hear();
    first.join();
    vi.advanceTimersByTime(59_999);
    expect(first.socket.close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(first.socket.close).toHaveBeenCalledOnce();
    expect(first.beats()).toBe(1);
    // The browser may take a minute to find out that nobody answers its goodbye.
    expect(openedWithin(1)).toEqual([0, 1]);
    latest().socket.onopen?.();
    vi.advanceTimersByTime(30_000);
    expect(latest().socket.close).toHaveBeenCalledOnce();
    expect(latest().beats()).toBe(0);
  });

  it('M112 ends for good', () => {
    const { first, sockets, stop } = hear();
    first.join();
    stop();
    first.socket.onclose?.();
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
    expect(first.socket.close).toHaveBeenCalledOnce();
    expect(first.socket.sent).toHaveLength(1);
  });
});
