import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Backend, type BackendOptions, startBackend } from './backend.ts';
import { KEEP_ALIVE_TIMEOUT, pathOf } from './lib/http.ts';
import { closeServer, trackInFlight } from './lib/in-flight.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres/embedded.ts';

export interface ServeOptions extends Omit<BackendOptions, 'database' | 'publicUrl'> {
  /** An external PostgreSQL; by default the embedded one is started in the data folder. */
  database?: BackendOptions['database'] | undefined;
  /** Name of the embedded server's database. Default `postgres`. */
  databaseName?: string | undefined;
  /** Public origin of the backend; by default derived from host and port. */
  publicUrl?: string | undefined;
  host?: string | undefined;
  /** The client's address behind a proxy. */
  addressOf?: ((request: IncomingMessage) => string) | undefined;
  /** Called first, for requests outside the backend, such as metrics; returns whether it handled the request. */
  answerFirst?: ((request: IncomingMessage, response: ServerResponse) => Promise<void> | boolean) | undefined;
  /** 0 for any free port. */
  port: number;
}

interface ServedBackend {
  backend: Backend;
  server: Server;
  url: string;
  /** Finishes requests in flight, then stops everything. */
  close(): Promise<void>;
}

/** Serves the backend on its own port, with `/healthz` (alive) and `/readyz` (the database responds). */
export async function serveBackend(options: ServeOptions): Promise<ServedBackend> {
  const {
    host = '127.0.0.1',
    port,
    database,
    databaseName,
    publicUrl,
    addressOf,
    answerFirst,
    ...rest
  } = options;
  let backend: Backend | undefined;
  let postgres: EmbeddedPostgres | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const handled = answerFirst?.(request, response) ?? false;
    if (handled) await handled;
    else if (path === '/healthz') response.end('ok\n');
    else if (path === '/readyz') response.writeHead((await backend?.ready()) ? 200 : 503).end();
    else if (backend) await backend.handle(request, response, addressOf?.(request));
    else response.writeHead(503, { 'retry-after': '1' }).end();
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      rest.log?.error({ err: error, path: pathOf(request.url) }, 'a request could not be answered');
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    if (backend) backend.upgrade(request, socket, head, addressOf?.(request)).catch(() => socket.destroy());
    else socket.destroy();
  });
  const inFlight = trackInFlight(server);
  const close = async () => {
    const closed = closeServer(server);
    await backend?.hangUp();
    await inFlight.done();
    server.closeAllConnections();
    await closed;
    await backend?.close();
    await postgres?.stop();
  };
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail).listen(port, host, done);
    });
    const url = `http://${host}:${(server.address() as AddressInfo).port}`;
    if (!database) {
      const onRestart = (lastWords: string) =>
        rest.log?.error({ lastWords }, 'the database had ended and is up again');
      const onFullDisk = (lastWords: string) =>
        rest.log?.error({ lastWords }, 'the disk is full: the database starts again once there is space');
      const { dataDir } = options;
      postgres = await startPostgres({ dataDir, database: databaseName, onRestart, onFullDisk });
    }
    const place = database ?? postgres?.address;
    if (!place) throw new Error('There is no database');
    backend = await startBackend({ ...rest, database: place, publicUrl: publicUrl ?? url });
    return { backend, server, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
