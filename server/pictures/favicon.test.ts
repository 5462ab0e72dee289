import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { favicon } from './favicon.ts';

const answer = favicon({ hostOf: ({ headers }) => headers.host ?? '' });
const server = createServer((request, response) => {
  if (!answer(request, response)) response.writeHead(404).end();
});
let port: number;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
});

it('leads browsers that ask for an icon to the logo of the store, and nothing else there', async () => {
  const ask = (path: string, cookie = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers: { cookie } });
  expect((await ask('/favicon.ico')).headers.get('location')).toBe('/brands/inkthread/logo.svg');
  const chosen = await ask('/favicon.ico', 'souk-tenant=meeplehouse');
  expect(chosen.headers.get('location')).toBe('/brands/meeplehouse/logo.svg');
  expect((await ask('/favicon')).status).toBe(404);
});
