import { once } from 'node:events';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import type { TestBackend } from './backend.ts';

/** Subscribes and waits for the reply. @throws the reason when the channel is refused */
export function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else if (status !== 'CLOSED') reject(error ?? new Error(status));
    });
  });
}

/** Collects messages, and waits until there are enough. */
export function inbox<T>() {
  const items: T[] = [];
  const waiting: { count: number; resolve: (items: T[]) => void }[] = [];
  return {
    items,
    add(item: T) {
      items.push(item);
      for (const wait of waiting) if (items.length >= wait.count) wait.resolve(items);
    },
    atLeast(count: number): Promise<T[]> {
      if (items.length >= count) return Promise.resolve(items);
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
  };
}

export type Frame = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Payload,
];
type Payload = Record<string, unknown> & { status?: string; response?: Record<string, unknown> };

/** A raw protocol 2.0.0 client, for frames the official one never sends. */
export async function rawClient(
  backend: TestBackend,
  { key = backend.publishableKey, vsn = '2.0.0', headers = {} } = {},
) {
  const address = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${vsn}`;
  const socket = new WebSocket(address, { headers });
  const frames = inbox<Frame>();
  const closed = once(socket, 'close') as Promise<[code: number, reason: Buffer]>;
  // A refused connection rejects the wait for it to open.
  closed.catch(() => {});
  socket.on('message', (data, isBinary) => {
    if (!isBinary) frames.add(JSON.parse(data.toString()));
  });
  await once(socket, 'open');
  socket.setMaxListeners(0);
  let ref = 0;
  return {
    socket,
    closed,
    frames,
    /** Sends a push and waits for its reply. */
    async push(topic: string, event: string, payload: object, joinRef: string | null = '1') {
      ref += 1;
      const own = String(ref);
      const reply = new Promise<Payload>((resolve) => {
        const listener = (data: Buffer) => {
          const frame: Frame = JSON.parse(data.toString());
          if (frame[1] !== own || frame[3] !== 'phx_reply') return;
          socket.off('message', listener);
          resolve(frame[4]);
        };
        socket.on('message', listener);
      });
      socket.send(JSON.stringify([joinRef, own, topic, event, payload]));
      return reply;
    },
  };
}
