import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DatabaseAddress } from '../db.ts';
import { openSocket } from './authenticate.ts';

/** Of nobody but this test: a key and a certificate for localhost that the key itself signed. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZzDgnvDz+2A++1K8
W7UhSzouD4ymPHGzIRmuHI68y82hRANCAARtuOZq7Pw2Mwv9a6puCNjDlGBbzsRr
7dPTM9bbPJFI6o7axSDTb0Af27T5RhSrNJBHYOzrgDssxurxqyrjmyjN
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUDf3Nx8w2xwecIsKzHOrQu+DUaeUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA2MzQ1MVoYDzIxMjYxMDMw
MDYzNDUxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARtuOZq7Pw2Mwv9a6puCNjDlGBbzsRr7dPTM9bbPJFI6o7axSDTb0Af
27T5RhSrNJBHYOzrgDssxurxqyrjmyjNo28wbTAdBgNVHQ4EFgQUvbzJ+/RDR7Ej
ntXy5UTY9lc+GZ0wHwYDVR0jBBgwFoAUvbzJ+/RDR7EjntXy5UTY9lc+GZ0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPKh92lrKIGDJVYC6SERIUV/Wj3HFGxlglVqQi8XCFFuAiAF
uwxUO6KSKGlYJibtfnY0e1rXiSt9FETzHj9ZAKl2Dw==
-----END CERTIFICATE-----`;

const LOGGED_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that does this with each connection, once it has said something. */
async function serving(onAsked: (socket: Socket) => void): Promise<DatabaseAddress> {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => onAsked(socket));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: 'localhost', port, database: 'shop', user: 'me', password: 'secret' };
}

/** A server that anybody may log in to, behind TLS. */
function secured(socket: Socket): void {
  socket.write('S');
  const inside = new TLSSocket(socket, { isServer: true, key: KEY, cert: CERTIFICATE });
  inside.on('error', () => {});
  inside.once('data', () => inside.write(LOGGED_IN));
}

describe('a connection over TLS', () => {
  it.each(['require', 'prefer'] as const)('takes any certificate under %s', async (ssl) => {
    const socket = await openSocket({ ...(await serving(secured)), ssl });
    expect(socket).toBeInstanceOf(TLSSocket);
    socket.destroy();
  });

  it.each(['verify-ca', 'verify-full'] as const)(
    'refuses one that nobody vouches for under %s',
    async (ssl) => {
      const address = { ...(await serving(secured)), ssl };
      await expect(openSocket(address)).rejects.toThrow('self-signed certificate');
    },
  );

  it.each(['require', 'verify-full'] as const)('is none to a server without TLS under %s', async (ssl) => {
    const address = { ...(await serving((socket) => socket.write('N'))), ssl };
    await expect(openSocket(address)).rejects.toThrow('does not offer TLS');
  });

  it('fails at once when the server hangs up instead of an answer, as one that restarts behind a balancer', async () => {
    const address = { ...(await serving((socket) => socket.end())), ssl: 'require' as const };
    await expect(openSocket(address)).rejects.toThrow('closed the connection');
  });
});

it('notices in a minute that the network has dropped a connection that nobody used', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const socket = await openSocket(await serving((asked) => asked.write(LOGGED_IN)));
  expect(keepAlive).toHaveBeenCalledWith(true, 60_000);
  expect(keepAlive.mock.contexts).toContain(socket);
  keepAlive.mockRestore();
  socket.destroy();
});
