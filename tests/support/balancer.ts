import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createProxyServer } from 'http-proxy-3';

export interface Balancer {
  url: string;
  /** Origins used in turn. May change at any time. */
  backends: string[];
  storefronts: string[];
  close(): Promise<void>;
}

const BACKEND = /^\/(auth|rest|storage|realtime)\/v1(\/|$)/;
/** Methods that a proxy may repeat after a broken connection. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Milliseconds to skip a machine that refused a connection. */
const LEFT_ALONE = 5_000;

/**
 * A proxy in front of several machines, configured like nginx: backend paths go to the backends, others to the storefronts,
 * round-robin. A refused connection or a repeatable request goes to the next machine; any other failure is a 502.
 */
export async function startBalancer(): Promise<Balancer> {
  const proxy = createProxyServer({ xfwd: true });
  proxy.on('error', () => {});
  let turn = 0;
  const leftAloneUntil = new Map<string, number>();
  const isNobodyThere = (error: Error, target: string) => {
    const refused = 'code' in error && error.code === 'ECONNREFUSED';
    if (refused) leftAloneUntil.set(target, Date.now() + LEFT_ALONE);
    return refused;
  };
  const targetsOf = (path = '/') => {
    const pool = (BACKEND.test(path) ? balancer.backends : balancer.storefronts).filter(
      (target) => (leftAloneUntil.get(target) ?? 0) < Date.now(),
    );
    turn += 1;
    return pool.map((_, place) => pool[(turn + place) % pool.length] ?? '');
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    for (const target of targetsOf(request.url)) {
      const error = await attempt(request, response, target, body);
      if (!error) return;
      if (response.headersSent) return void response.destroy();
      if (!isNobodyThere(error, target) && !SAFE.has(request.method ?? '')) break;
    }
    response.writeHead(502).end();
  }

  function attempt(request: IncomingMessage, response: ServerResponse, target: string, body: Buffer) {
    return new Promise<Error | undefined>((done) => {
      response.once('close', () => done(undefined));
      proxy.web(request, response, { target, buffer: Readable.from([body]) }, done);
    });
  }

  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket, head) => {
    const [target] = targetsOf(request.url);
    socket.on('error', () => socket.destroy());
    if (!target) return void socket.destroy();
    proxy.ws(request, socket as Socket, head, { target }, (error) => {
      isNobodyThere(error, target);
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const balancer: Balancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backends: [],
    storefronts: [],
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return balancer;
}
