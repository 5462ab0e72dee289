import { createHmac, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createAccess, loadApiKeys } from './access.ts';
import { createAuth } from './auth/auth.ts';
import type { AuthOptions } from './auth/options.ts';
import { type AnswerFields, createGateway, type Services } from './gateway.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './lib/database-address.ts';
import { type Database, openDatabase } from './lib/db.ts';
import type { Log, ServiceDependencies } from './lib/http.ts';
import { secretFile } from './lib/secret-file.ts';
import { migrate } from './migrate.ts';
import { createRealtime, type RealtimeOptions } from './realtime/realtime.ts';
import { createRest, type RestOptions } from './rest/rest.ts';
import { createStorage, type StorageOptions } from './storage/storage.ts';
import { loadTokenKeys } from './token-keys.ts';

export interface BackendOptions {
  auth?: AuthOptions | undefined;
  rest?: RestOptions | undefined;
  storage?: StorageOptions | undefined;
  realtime?: RealtimeOptions | undefined;
  /** Where PostgreSQL is, as a URL or in parts. */
  database: string | DatabaseAddress;
  /** Folder of the keys and of the stored files. */
  dataDir: string;
  /** Folder of Supabase-CLI migrations to bring the database up to; left alone when not given. */
  migrationsDir?: string | undefined;
  /** Origin the backend is reached at from outside, without a trailing slash. */
  publicUrl: string;
  /** API keys; made and kept in the data folder when not given. */
  publishableKey?: string | undefined;
  secretKey?: string | undefined;
  /** Password of the `authenticator` role; follows from the owner's password when not given. */
  authenticatorPassword?: string | undefined;
  /** Whether data requests are refused as soon as their session ends, and not when its token expires. Default true. */
  checksSessions?: boolean | undefined;
  /** Connections for requests, and for the services' own work. */
  poolSize?: number | undefined;
  ownerPoolSize?: number | undefined;
  log?: Log | undefined;
  onAnswer?: ((fields: AnswerFields) => void) | undefined;
  onMigration?: ((file: string) => void) | undefined;
  now?: (() => Date) | undefined;
}

export interface Backend {
  /** Answers a request of the same process; also a `fetch` for supabase-js. The origin of the address is not looked at. */
  fetch(input: Request | URL | string, init?: RequestInit & { ip?: string }): Promise<Response>;
  /** Answers a request of node:http. `ip` is the client's, when a proxy stands before the server. */
  handle(request: IncomingMessage, response: ServerResponse, ip?: string): Promise<void>;
  /** Takes a WebSocket handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip?: string): Promise<void>;
  /** Ends open WebSockets, which a stopping server would otherwise wait for. Requests in flight go on. */
  hangUp(): Promise<void>;
  /** Whether the database answers. */
  ready(): Promise<boolean>;
  publishableKey: string;
  secretKey: string;
  database: Database;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Starts the backend on a database: migrates it, loads or makes the keys, and mounts the services.
 * @throws Error naming the migration when one fails.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, log = SILENT, now = () => new Date() } = options;
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const address =
    typeof options.database === 'string' ? parseDatabaseUrl(options.database) : options.database;
  await mkdir(dataDir, { recursive: true });
  const authenticatorPassword =
    options.authenticatorPassword ?? (await passwordOfAuthenticator(address, dataDir));
  const apiKeys = await loadApiKeys(dataDir, options);
  const keys = await loadTokenKeys({ dataDir, issuer: `${publicUrl}/auth/v1`, now });
  const database = openDatabase({
    address,
    authenticatorPassword,
    poolSize: options.poolSize,
    ownerPoolSize: options.ownerPoolSize,
    checksSessions: options.checksSessions ?? true,
  });
  let services: Partial<Services> = {};
  const close = async () => {
    await Promise.all(Object.values(services).map((service) => service?.close?.()));
    await database.close();
  };
  try {
    const { migrationsDir, onMigration: onProgress } = options;
    if (migrationsDir) await migrate(database.owner, { migrationsDir, authenticatorPassword, onProgress });
    const access = createAccess(apiKeys, keys);
    const dependencies = { database, keys, access, log, dataDir, publicUrl, now };
    const started = await startServices(dependencies, options);
    services = started;
    const gateway = createGateway({ access, services: started, log, publicUrl, onAnswer: options.onAnswer });
    return {
      fetch: (input, { ip = LOOPBACK, ...init } = {}) => gateway.fetch(new Request(input, init), ip),
      handle: (request, response, ip = peer(request)) => gateway.handle(request, response, ip),
      upgrade: (request, socket, head, ip = peer(request)) => gateway.upgrade(request, socket, head, ip),
      async hangUp() {
        await Promise.all(Object.values(services).map((service) => service?.hangUp?.()));
      },
      ready: () => answers(database),
      ...apiKeys,
      database,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServices(dependencies: ServiceDependencies, options: BackendOptions): Promise<Services> {
  return {
    auth: createAuth(dependencies, options.auth),
    rest: await createRest(dependencies, options.rest),
    storage: await createStorage(dependencies, options.storage),
    realtime: await createRealtime(dependencies, options.realtime),
  };
}

function peer(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? '';
}

/** The same for all processes that share a database, without their having to tell each other. */
async function passwordOfAuthenticator(address: DatabaseAddress, dataDir: string): Promise<string> {
  if (address.password)
    return createHmac('sha256', address.password).update('authenticator').digest('base64url');
  return secretFile(join(dataDir, 'authenticator.password'), () => randomBytes(24).toString('base64url'));
}

async function answers(database: Database): Promise<boolean> {
  try {
    await database.owner`select 1`;
    return true;
  } catch {
    return false;
  }
}
