import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EMBEDDED, startTestBackend, type TestBackend } from '../support/backend.ts';

const MEGABYTE = 1 << 20;
let backend: TestBackend;
/** Serves the backend and counts its connections. */
let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  backend = await startTestBackend({
    unread: { bytesPerClient: 12 * MEGABYTE, stalledAfterMs: 500 },
  });
  await backend.owner.unsafe(`
    create function public.long_text(times int) returns text immutable language sql as
      $$ select repeat('0123456789abcdef', times) $$;
    notify pgrst, 'reload schema'`);
  await vi.waitUntil(async () => !(await backend.client().rpc('long_text', { times: 1 })).error, 60_000);
  server = createServer((request, response) => backend.backend?.handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await backend.close();
});

/** Requests a text of a few megabytes with the secret key, without reading the response. */
function ask(megabytes: number): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  sockets.push(socket);
  socket.on('error', () => {});
  const path = `/rest/v1/rpc/long_text?times=${(megabytes * MEGABYTE) / 16}`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: here\r\napikey: ${backend.secretKey}\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}

/** The number of received bytes. */
async function read(socket: Socket): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of socket) bytes += chunk.length;
  } catch {
    // The other side hung up.
  }
  return bytes;
}

const openConnections = () =>
  new Promise<number>((done, fail) => {
    server.getConnections((error, count) => (error ? fail(error) : done(count)));
  });

describe.runIf(EMBEDDED)('a response that its client does not read', () => {
  it('is aborted after a while, and its connection closed', async () => {
    ask(16);
    await expect.poll(openConnections).toBe(1);
    await expect.poll(openConnections).toBe(0);
  });

  it('is buffered with the client’s others only up to a limit: the oldest are closed', async () => {
    const [first, second] = [ask(10), ask(10)];
    await expect.poll(openConnections).toBe(1);
    const received = await Promise.all([first, second].map(read));
    expect(Math.min(...received)).toBeLessThan(10 * MEGABYTE);
  });

  it('does not harm one that is being read', async () => {
    expect(await read(ask(16))).toBeGreaterThan(16 * MEGABYTE);
  });
});
