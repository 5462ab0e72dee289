import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { fetchPublic, isPublicAddress } from './public-fetch.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function serve(listener: RequestListener): Promise<{ origin: string; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port };
}

const limits = { largest: 1000, timeout: 5000 };

it.each(['93.184.215.14', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001:82a::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  ...['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.100.1.1'],
  ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1'],
  ...['::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'ff02::1', 'localhost', ''],
])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  ...['http://127.0.0.1/a.jpg', 'http://localhost/a.jpg', 'http://2130706433/a.jpg', 'http://0x7f.1/a.jpg'],
  ...[
    'http://[::1]/a.jpg',
    'http://[::ffff:7f00:1]/a.jpg',
    'http://169.254.169.254/latest',
    'http://1.1.1.1:22/',
  ],
  ...['http://me:word@1.1.1.1/a.jpg', 'file:///etc/passwd', 'ftp://1.1.1.1/a.jpg', '/a.jpg', 'a b'],
])('nothing is fetched from %s', async (address) => {
  await expect(fetchPublic(address, limits)).rejects.toMatchObject({ problem: 'address' });
});

it('a few redirects are followed, and each one is checked', async () => {
  const asked: string[] = [];
  const inner = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.end('secret');
  });
  const outer = await serve((request, response) => {
    if (request.url === '/in') response.writeHead(302, { location: inner.origin }).end();
    else if (request.url === '/on') response.writeHead(301, { location: '/picture' }).end();
    else if (request.url === '/round') response.writeHead(301, { location: '/round' }).end();
    else if (request.url === '/none') response.writeHead(404).end();
    else response.end('picture');
  });
  const options = { ...limits, mayReach: (_: string, port: number) => port === outer.port };
  expect(String(await fetchPublic(`${outer.origin}/on`, options))).toBe('picture');
  await expect(fetchPublic(`${outer.origin}/in`, options)).rejects.toMatchObject({ problem: 'address' });
  await expect(fetchPublic(`${outer.origin}/round`, options)).rejects.toMatchObject({
    problem: 'unreachable',
  });
  await expect(fetchPublic(`${outer.origin}/none`, options)).rejects.toMatchObject({
    problem: 'unreachable',
  });
  expect(asked).toEqual([]);
});

it('an answer that is too large or never ends is aborted', async () => {
  const { origin } = await serve((request, response) => {
    response.write('x'.repeat(request.url === '/large' ? 2000 : 10));
  });
  const options = { ...limits, mayReach: () => true };
  await expect(fetchPublic(`${origin}/large`, options)).rejects.toMatchObject({ problem: 'tooLarge' });
  await expect(fetchPublic(origin, { ...options, timeout: 200 })).rejects.toMatchObject({
    problem: 'unreachable',
  });
  for (const server of servers) server.closeAllConnections();
});
