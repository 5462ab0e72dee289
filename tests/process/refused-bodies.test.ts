import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestBackend } from '../support/backend.ts';

const backend = await startTestBackend();
afterAll(() => backend.close());
const { hostname, port } = new URL(backend.url);

interface Sent {
  status: number;
  /** Identifies the connection. */
  localPort: number;
}

/** Sends a request over the agent's connection; a response counts even if the server closes before everything is sent. */
function send(agent: Agent, method: string, path: string, key: string, body?: Buffer): Promise<Sent> {
  return new Promise((done, fail) => {
    let answered = false;
    const sent = request({ agent, hostname, port, method, path, headers: { apikey: key } }, (response) => {
      answered = true;
      const localPort = response.socket.localPort ?? 0;
      response.resume().on('close', () => done({ status: response.statusCode ?? 0, localPort }));
    });
    sent.on('error', (error) => {
      if (!answered) fail(error);
    });
    sent.setTimeout(10_000, () => sent.destroy(new Error('No answer in ten seconds')));
    sent.end(body);
  });
}

const refusals: [string, string, string, string][] = [
  ['without a key that counts', 'POST', '/rest/v1/products', 'nobody'],
  ['to a table that is none', 'POST', '/rest/v1/no_such_table', backend.publishableKey],
  ['to sign in without a grant', 'POST', '/auth/v1/token?grant_type=none', backend.publishableKey],
  ['of a file for no bucket', 'POST', '/storage/v1/object/none/file.txt', backend.publishableKey],
  ['to a path that is none', 'POST', '/nowhere/at/all', backend.publishableKey],
];

describe.each(refusals)('a refused request %s', (_, method, path, key) => {
  it.each([100, 200, 300, 2_000])(
    'of %i KB does not affect the next one on its connection',
    async (kilobytes) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      try {
        for (let round = 0; round < 3; round += 1) {
          const refused = await send(agent, method, path, key, Buffer.alloc(kilobytes * 1024, 'x')).catch(
            // The server may close while the client still sends; the next request then opens a new connection.
            () => undefined,
          );
          if (refused) expect(refused.status).toBeGreaterThanOrEqual(400);
          const next = await send(agent, 'GET', '/auth/v1/settings', backend.publishableKey);
          expect(next.status).toBe(200);
        }
      } finally {
        agent.destroy();
      }
    },
  );
});

it('a file whose type is refused leaves its connection open, as its bytes are read to the end', async () => {
  await backend.client({ key: backend.secretKey }).storage.createBucket('odd-types', { public: true });
  const head = [
    `POST /storage/v1/object/odd-types/file.txt HTTP/1.1`,
    `Host: ${hostname}`,
    `apikey: ${backend.secretKey}`,
    `Content-Type: text/plain; charset=b\u00e9ta; =`,
    `Content-Length: ${100 * 1024}`,
  ];
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(100 * 1024, 'x'));
  await expect.poll(() => received).toMatch(/InvalidMimeType|mime type/i);
  expect(received).not.toMatch(/^connection: close\r$/im);
  socket.destroy();
});

it('a refused body that ends late closes the connection only if the response announced it', async () => {
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  const closed = once(socket, 'close');
  const body = Buffer.alloc(100 * 1024, 'x');
  socket.write(
    `POST /storage/v1/object/none/file.txt HTTP/1.1\r\nHost: ${hostname}\r\napikey: ${backend.publishableKey}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 50 * 1024));
  await delay(2_000);
  socket.write(body.subarray(50 * 1024));
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 4\d\d /);
  if (/^connection: close\r$/im.test(received)) return closed;
  received = '';
  socket.write(
    `GET /auth/v1/settings HTTP/1.1\r\nHost: ${hostname}\r\napikey: ${backend.publishableKey}\r\n\r\n`,
  );
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

it('an endless refused body is cut off while others are served', async () => {
  const socket = connect(Number(port), hostname);
  let closed = false;
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
  });
  socket.write(
    `POST /rest/v1/products HTTP/1.1\r\nHost: ${hostname}\r\napikey: nobody\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const end = Date.now() + 60_000;
  const agent = new Agent({ keepAlive: true });
  while (!closed && Date.now() < end) {
    socket.write(chunk);
    const other = await send(agent, 'GET', '/auth/v1/settings', backend.publishableKey);
    expect(other.status).toBe(200);
    await delay(5);
  }
  agent.destroy();
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 401/);
  expect(closed).toBe(true);
});

it('a compressed body is refused without decompressing it, however large it would become', async () => {
  const headers = {
    apikey: backend.publishableKey,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  for (const body of [gzipSync('{}'), gzipSync(Buffer.alloc(64 * 1024 * 1024, '[1],'))]) {
    for (const path of ['/rest/v1/products', '/rest/v1/rpc/quote_order', '/auth/v1/signup']) {
      const response = await fetch(backend.url + path, { method: 'POST', headers, body });
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.text()).toMatch(/json/i);
    }
  }
});
