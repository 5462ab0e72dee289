import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createProxyServer } from 'http-proxy-3';

export interface Balancer {
  url: string;
  /** Origins that share the work, in turn. Changed at any time. */
  backends: string[];
  storefronts: string[];
  close(): Promise<void>;
}

const BACKEND = /^\/(auth|rest|storage|realtime)\/v1(\/|$)/;
/** Methods that a proxy may send again when a connection broke. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Milliseconds that a machine is left alone where nobody listened. */
const LEFT_ALONE = 5_000;

/**
 * A proxy before several machines, as nginx is set up: paths of the backend go to the backends, others to the storefronts,
 * each in turn. What finds nobody listening, or may be repeated, goes on to the next; anything else that breaks is a 502.
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
