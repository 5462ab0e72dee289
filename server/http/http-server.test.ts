import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createHttpServer } from './http-server.ts';

const PAGE = Buffer.alloc(32 << 20, 'page ');
let stop = async () => {};
afterEach(() => stop());

async function open() {
  const server = createHttpServer((_request, response) => response.end(PAGE), { stalledAfterMs: 2_000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const { port } = server.address() as AddressInfo;
  const ask = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    return socket;
  };
  const connections = () =>
    new Promise<number>((done, fail) => {
      server.getConnections((error, count) => (error ? fail(error) : done(count)));
    });
  return { ask, connections };
}

it('closes connections of a client that requests pages without reading them', async () => {
  const { ask, connections } = await open();
  const sockets = Array.from({ length: 5 }, () => ask().pause());
  await vi.waitUntil(async () => (await connections()) === 5, 60_000);
  await vi.waitUntil(async () => (await connections()) === 0, 60_000);
  for (const socket of sockets) socket.destroy();
});

it('sends a large page completely to a client that reads it', async () => {
  const { ask } = await open();
  const socket = ask();
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    if (bytes >= PAGE.length) break;
  }
  expect(bytes).toBeGreaterThanOrEqual(PAGE.length);
});
