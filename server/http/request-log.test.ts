import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { currentRequestId, fetchWithRequestId, logAnswers, withRequestIds } from './request-log.ts';

/** Sends a request to a server that calls a backend; returns what the backend received and the log. */
async function ask(headers: Record<string, string>, path = '/shop?token=secret') {
  const lines: { requestId?: string; path?: string; status?: number; msg: string }[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = pino({ level: 'info', mixin: () => ({ requestId: currentRequestId() }) }, sink);
  const responseIds: (string | null)[] = [];
  const backend = fetchWithRequestId(async (_input, init) => {
    responseIds.push(new Headers(init?.headers).get('x-request-id'));
    return new Response();
  });
  const server = createServer();
  logAnswers(server, log);
  server.on(
    'request',
    withRequestIds(async (_request, response) => {
      await backend('http://backend/rest/v1/products', { headers: { apikey: 'key' } });
      log.warn('a price is odd');
      response.end('done');
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
  await new Promise((done) => server.close(done));
  return { responseIds, lines };
}

test('a request’s log lines and backend calls carry the proxy’s request id', async () => {
  const { responseIds, lines } = await ask({ 'x-request-id': 'proxy-made-this-1' });
  expect(responseIds).toEqual(['proxy-made-this-1']);
  expect(lines.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['a price is odd', 'proxy-made-this-1'],
    ['answered', 'proxy-made-this-1'],
  ]);
});

test('a request without a valid id gets one; its query is not logged', async () => {
  const { responseIds, lines } = await ask({ 'x-request-id': 'two words' });
  expect(responseIds[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines.map(({ requestId }) => requestId)).toEqual([responseIds[0], responseIds[0]]);
  expect(lines[1]).toMatchObject({ path: '/shop', status: 200 });
});

test.each(['/pay/a-secret', '/ar/pay/a-secret', '/ar/pay/a-secret.data'])(
  'the secret of %s is not logged',
  async (path) => {
    const { lines } = await ask({}, path);
    expect(lines[1]).toMatchObject({ path: path.replace(/a-secret.*/, '…') });
  },
);
