import { pino } from 'pino';
import { expect, it } from 'vitest';
import { favicon } from './favicon.ts';

it('redirects requests for an icon to the store’s logo, and nothing else', async () => {
  const endpoint = favicon(pino({ enabled: false }));
  const ask = async (path: string, cookie = '') =>
    endpoint.request(path, { headers: { cookie } }, { host: '127.0.0.1' });
  expect((await ask('/favicon.ico')).headers.get('location')).toBe('/brands/inkthread/logo.svg');
  const chosen = await ask('/favicon.ico', 'souk-tenant=meeplehouse');
  expect(chosen.headers.get('location')).toBe('/brands/meeplehouse/logo.svg');
  expect((await ask('/favicon')).status).toBe(404);
});
