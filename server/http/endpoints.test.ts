import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PostgrestError } from '@supabase/supabase-js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createEndpoints, jsonBody, refuseOtherMethods, serveEndpoints } from './endpoints.ts';
import { HttpError } from './http-error.ts';
import { originReader } from './origin.ts';

let logged = '';
const log = pino(
  { level: 'debug' },
  {
    write: (line: string) => {
      logged += line;
    },
  },
);
const ofDatabase = (code: string, details: string) =>
  new PostgrestError({ code, message: 'No.', details, hint: '{"most":3}' });

function endpointsOf(error?: Error) {
  const endpoints = createEndpoints(log, { unexpected: { status: 503, message: 'Try again.' } });
  endpoints.get('/thing', (c) => {
    if (error) throw error;
    return c.json({ ip: c.env.ip });
  });
  const body = jsonBody(z.object({ name: z.string() }), { largest: 100, message: 'Name it.' });
  endpoints.post('/thing', body, (c) => c.json(c.var.body));
  return refuseOtherMethods(endpoints);
}

test.each([
  [
    new HttpError(404, 'There is none.', { details: 'unknown_thing' }),
    404,
    { code: '404', message: 'There is none.', details: 'unknown_thing', hint: null },
  ],
  [
    ofDatabase('P0001', 'too_many'),
    409,
    { code: 'P0001', message: 'No.', details: 'too_many', hint: '{"most":3}' },
  ],
  [ofDatabase('P0001', 'unknown_order'), 404, { details: 'unknown_order' }],
  [ofDatabase('42501', 'staff_only'), 403, { code: '42501', details: 'staff_only' }],
  [ofDatabase('57014', ''), 503, { code: '503', message: 'Try again.', details: null, hint: null }],
  [new Error('for programs'), 503, { code: '503', message: 'Try again.', details: null, hint: null }],
])('%s is answered in the one form of errors', async (error, status, body) => {
  logged = '';
  const answer = await endpointsOf(error).request('/thing');
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject(body);
  expect(logged.includes('an endpoint failed')).toBe(status === 503);
});

test('a body is read whatever its content type, and refused if it is invalid or too large', async () => {
  const post = async (body: string) => {
    const answer = await endpointsOf().request('/thing', { method: 'POST', body });
    return [answer.status, Object(await answer.json()).message];
  };
  expect(await post('{"name": "Mona"}')).toEqual([200, undefined]);
  for (const other of ['', '{', '{"name": 1}']) expect(await post(other)).toEqual([400, 'Name it.']);
  expect(await post(JSON.stringify({ name: 'x'.repeat(200) }))).toEqual([413, 'This is too much.']);
});

test('a wrong method is answered with the allowed ones', async () => {
  const answer = await endpointsOf().request('/thing', { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
});

test('on a server, unknown routes go to the next handler, and no answer may be cached', async () => {
  const handle = serveEndpoints([endpointsOf()], originReader({ trustedProxies: '127.0.0.1' }));
  const server = createServer((request, response) => {
    if (handle(request, response) === false) response.writeHead(418).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const own = await ask('/thing?x=1');
  expect(await own.json()).toEqual({ ip: '203.0.113.9' });
  expect(own.headers.get('cache-control')).toBe('no-store');
  for (const path of ['/', '/thing/', '/things', '/%74hing']) expect((await ask(path)).status).toBe(418);
  server.close();
});
