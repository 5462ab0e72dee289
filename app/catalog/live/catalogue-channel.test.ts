import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeIn, hearCatalogue } from './catalogue-channel.ts';

/** As much of a browser's socket as the channel touches; the test plays the server. */
function socketThat() {
  const sent: string[] = [];
  return {
    sent,
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: string }) => void) | null,
    onclose: null as (() => void) | null,
    readyState: WebSocket.OPEN as number,
    send: (message: string) => sent.push(message),
    close: vi.fn(),
  };
}

const announced = (payload: object) =>
  JSON.stringify({
    topic: 'realtime:catalogue:inkthread',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'change', payload },
  });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function hear() {
  const sockets: ReturnType<typeof socketThat>[] = [];
  const addresses: string[] = [];
  const onChange = vi.fn();
  const stop = hearCatalogue({
    backend: 'https://store.example',
    key: 'sb_publishable_1',
    tenantId: 'inkthread',
    onChange,
    open(address) {
      addresses.push(address);
      const socket = socketThat();
      sockets.push(socket);
      return socket as Partial<WebSocket> as WebSocket;
    },
  });
  return { sockets, addresses, onChange, stop };
}

describe('catalogue channel', () => {
  it('M112 leaves a socket that is still opening alone until it is open, which browsers would warn of', () => {
    const { sockets, stop } = hear();
    const [socket] = sockets;
    if (!socket) throw new Error('No socket was opened');
    socket.readyState = WebSocket.CONNECTING;
    stop();
    expect(socket.close).not.toHaveBeenCalled();
    socket.onopen?.();
    expect(socket.close).toHaveBeenCalledOnce();
    expect(socket.sent).toEqual([]);
  });

  it('M112 joins the private topic of its store and hears what changes', () => {
    const { sockets, addresses, onChange } = hear();
    expect(addresses).toEqual([
      'wss://store.example/realtime/v1/websocket?apikey=sb_publishable_1&vsn=1.0.0',
    ]);
    sockets[0]?.onopen?.();
    expect(JSON.parse(sockets[0]?.sent[0] ?? '')).toMatchObject({
      topic: 'realtime:catalogue:inkthread',
      event: 'phx_join',
      payload: { config: { private: true }, access_token: 'sb_publishable_1' },
    });
    sockets[0]?.onmessage?.({ data: announced({ kind: 'stock', ids: ['p1'] }) });
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: 'stock', ids: ['p1'] });
  });

  it('M111 beats every 30 s and comes back after 1, 2, 5 and 10 s', () => {
    const { sockets } = hear();
    sockets[0]?.onopen?.();
    vi.advanceTimersByTime(60_000);
    expect(sockets[0]?.sent.filter((message) => message.includes('heartbeat'))).toHaveLength(2);
    const waits = [1, 2, 5, 10, 10].map((seconds) => {
      const before = sockets.length;
      sockets.at(-1)?.onclose?.();
      vi.advanceTimersByTime(seconds * 1000 - 1);
      const early = sockets.length - before;
      vi.advanceTimersByTime(1);
      return [early, sockets.length - before];
    });
    expect(waits).toEqual(Array(5).fill([0, 1]));
  });

  it('M112 ends for good', () => {
    const { sockets, stop } = hear();
    sockets[0]?.onopen?.();
    stop();
    sockets[0]?.onclose?.();
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
    expect(sockets[0]?.close).toHaveBeenCalledOnce();
    expect(sockets[0]?.sent).toHaveLength(1);
  });

  it.each([
    ['rubbish'],
    ['{}'],
    ['{"event":"phx_reply","payload":{"status":"ok"}}'],
    ['{"event":"broadcast","payload":null}'],
    [announced({ ids: ['p1'] })],
    [null],
  ])('M112 takes no notice of %j', (message) => {
    expect(changeIn(message)).toBeUndefined();
  });

  it('M112 a change without ids means many', () => {
    expect(changeIn(announced({ kind: 'product', ids: null }))).toEqual({ kind: 'product', ids: null });
  });
});
