import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { originReader } from '../http/origin.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { backSoon } from './back-soon.ts';

let server: Server;
afterEach(() => server.close());

const page = 'text/html,application/xhtml+xml,*/*;q=0.8';

async function ask(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', strictHosts = false } = {},
) {
  const { hostOf } = originReader({ trustedProxies: '', strictHosts });
  server = createServer(backSoon({ hostOf, secure: securityHeaders({}), strictHosts }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('while a store starts', () => {
  it('a visitor sees in the store’s name that it will be back, and the page reloads itself', async () => {
    const { status, headers, body } = await ask('/shop', { accept: page, host: 'meeplehouse.localhost' });
    expect(status).toBe(503);
    expect(headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(body).toContain('<html lang="en" dir="ltr">');
    expect(body).toContain('<h1>Meeple House will be back in a minute</h1>');
    expect(body).toContain('<meta http-equiv="refresh" content="5">');
  });

  it('a page below /ar says so in Arabic', async () => {
    const { body } = await ask('/ar/cart', { accept: page, host: 'casecraft.localhost' });
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toMatch(/<h1>.*يعود خلال دقيقة<\/h1>/);
  });

  it('an unknown host names no store under strict hosts', async () => {
    const strict = await ask('/', { accept: page, host: 'nobody.example' }, { strictHosts: true });
    expect(strict.body).toContain('<h1>Back in a minute</h1>');
    const shared = await ask('/?tenant=northblock', { accept: page, host: 'shops.example' });
    expect(shared.body).toContain('<h1>Northblock will be back in a minute</h1>');
  });

  it.each([
    ['GET', '/rest/v1/products'],
    ['POST', '/auth/v1/token'],
    ['GET', '/shop.data'],
    ['POST', '/contact'],
  ])('%s %s is answered with JSON that every client of the backend understands', async (method, path) => {
    const { status, headers, body } = await ask(path, { accept: '*/*' }, { method });
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    const message = 'The store will be back in a minute.';
    expect(JSON.parse(body)).toMatchObject({ code: 'starting', message, msg: message });
  });

  it('a process that migrates for minutes counts as alive, and not as ready', async () => {
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(503);
  });

  it('the page runs only its own style and script', async () => {
    const { headers, body } = await ask('/', { accept: page });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
    expect(body).not.toContain('<script');
  });
});
