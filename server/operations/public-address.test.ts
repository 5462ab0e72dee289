import { readFile } from 'node:fs/promises';
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type LookupFunction } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { checkAddress, healthText, identityProof, nonceOf, proofIn } from './public-address.ts';

const certificates = join(import.meta.dirname, '../../tests/fixtures/certificates');
const pem = (name: string) => readFile(join(certificates, `${name}.pem`), 'utf8');
const proofOf = identityProof('secret of the store');

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function portOf(server: Server | ReturnType<typeof createTcp>): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

/** Answers like this store, or like another one. */
const answering =
  (prove: (nonce: string) => string = proofOf): RequestListener =>
  (request, response) => {
    const nonce = nonceOf(new URL(request.url ?? '/', 'http://shop.example').searchParams);
    response.end(healthText(nonce && prove(nonce)));
  };

/** A resolver that maps one name to this machine. */
const resolver: LookupFunction = (hostname, options, callback) => {
  if (hostname !== 'shop.example')
    return callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** Checks an address in a network with an HTTPS certificate, with or without HTTP. */
async function check(
  origin: string,
  { certificate = 'shop', listener = answering(), http = false, now = Date.now() } = {},
) {
  const key = await pem(certificate);
  const ports = {
    https: await portOf(createHttps({ key, cert: key }, listener)),
    http: http ? await portOf(createHttp(listener)) : 1,
  };
  const network = { lookup: resolver, ca: await pem('ca'), ports };
  return checkAddress(origin, { proofOf, timeout: 2_000, network, now: () => now });
}

it('an address that answers with this store’s proof leads here, with a trusted certificate', async () => {
  expect(await check('https://shop.example')).toMatchObject({
    leads: 'here',
    certificate: 'valid',
    reason: '',
  });
});

it('neither another store nor a page that echoes the nonce passes for this store', async () => {
  const other = await check('https://shop.example', { listener: answering(identityProof('another secret')) });
  expect(other).toMatchObject({ leads: 'elsewhere', certificate: 'valid', reason: '200' });
  const echo: RequestListener = (request, response) => void response.end(request.url);
  expect((await check('https://shop.example', { listener: echo })).leads).toBe('elsewhere');
  const down: RequestListener = (_request, response) => void response.writeHead(502).end(healthText());
  expect(await check('https://shop.example', { listener: down })).toMatchObject({
    leads: 'elsewhere',
    reason: '502',
  });
});

it('no redirect is followed, wherever it leads', async () => {
  const redirect: RequestListener = (_request, response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  expect(await check('https://shop.example', { listener: redirect })).toMatchObject({
    leads: 'elsewhere',
    reason: '302',
  });
});

it.each([
  ['expired', 'expired'],
  ['other', 'other_name'],
  ['self-signed', 'untrusted'],
])('a certificate that is %s is found %s, and the address leads here all the same', async (name, found) => {
  expect(await check('https://shop.example', { certificate: name })).toMatchObject({
    leads: 'here',
    certificate: found,
  });
});

it('a certificate that expires within two weeks must be renewed', async () => {
  const now = Date.parse('2125-12-25T00:00:00Z');
  expect(await check('https://shop.example', { now })).toMatchObject({
    certificate: 'ends_soon',
    daysLeft: 7,
  });
});

it('an unknown name, an unreachable server and a custom port are distinguished', async () => {
  expect(await check('https://unknown.example')).toMatchObject({
    leads: 'unknown_name',
    certificate: 'none',
  });
  const network = { lookup: resolver, ports: { https: 1, http: 1 } };
  expect(await checkAddress('https://shop.example', { proofOf, timeout: 2_000, network })).toMatchObject({
    leads: 'no_answer',
    reason: 'ECONNREFUSED',
  });
  expect(await check('https://shop.example:8443')).toMatchObject({ leads: 'other_port', reason: '8443' });
});

it('a server that never answers is given up on in time', async () => {
  const port = await portOf(createTcp(() => {}));
  const network = { lookup: resolver, ports: { https: port, http: port } };
  expect(await checkAddress('https://shop.example', { proofOf, timeout: 200, network })).toMatchObject({
    leads: 'no_answer',
    reason: 'ETIMEDOUT',
  });
});

it('an address without HTTPS is found to lead here without a certificate', async () => {
  const http = await portOf(createHttp(answering()));
  const network = { lookup: resolver, ports: { https: http, http } };
  expect(await checkAddress('https://shop.example', { proofOf, timeout: 2_000, network })).toMatchObject({
    leads: 'here',
    certificate: 'none',
  });
});

it('only a well-formed nonce is answered, and only with the secret’s proof', () => {
  expect(nonceOf(new URLSearchParams({ nonce: 'x' }))).toBeUndefined();
  expect(healthText()).toBe('alive\n');
  const nonce = '0'.repeat(32);
  expect(proofIn(healthText(proofOf(nonce)))).toBe(proofOf(nonce));
  expect(proofOf(nonce)).not.toBe(identityProof('another secret')(nonce));
});
