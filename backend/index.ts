import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createAccess, loadApiKeys } from './access.ts';
import { createAuth } from './auth/auth.ts';
import type { AuthOptions } from './auth/options.ts';
import { refuseUnfinished } from './backup/unfinished.ts';
import { type AnswerFields, createGateway, type Services } from './gateway.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './lib/database-address.ts';
import { type Database, type DatabaseOptions, openDatabase } from './lib/db.ts';
import type { Log, ServiceDependencies } from './lib/http.ts';
import { secretFile } from './lib/secret-file.ts';
import { secretsInDatabase, secretsInFolder } from './lib/secrets.ts';
import { migrate } from './migrate.ts';
import { createRealtime, type RealtimeOptions } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import { createStorage, type StorageOptions } from './storage/storage.ts';
import { loadTokenKeys } from './token-keys.ts';

export interface BackendOptions {
  auth?: AuthOptions | undefined;
  storage?: StorageOptions | undefined;
  realtime?: RealtimeOptions | undefined;
  /** Where PostgreSQL is, as a URL or in parts. */
  database: string | DatabaseAddress;
  /** Folder of the keys and of the stored files, where they are not kept elsewhere. */
  dataDir: string;
  /** Folder of Supabase-CLI migrations to bring the database up to; left alone when not given. */
  migrationsDir?: string | undefined;
  /** Origin the backend is reached at from outside, without a trailing slash. */
  publicUrl: string;
  /** Where keys are kept that are not given: in the data folder, or in the database for all processes on it. */
  keepsSecretsIn?: 'folder' | 'database' | undefined;
  /** API keys; made and kept when not given. */
  publishableKey?: string | undefined;
  secretKey?: string | undefined;
  /** The private key that signs tokens, as JWK; made and kept when not given. */
  jwtKey?: string | undefined;
  /** Password of the `authenticator` role; follows from the owner's password when not given. */
  authenticatorPassword?: string | undefined;
  /** Whether data requests are refused as soon as their session ends, and not when its token expires. Default true. */
  checksSessions?: boolean | undefined;
  /** Connections for requests, and for the services' own work. */
  poolSize?: number | undefined;
  ownerPoolSize?: number | undefined;
  log?: Log | undefined;
  onAnswer?: ((fields: AnswerFields) => void) | undefined;
  /** Called after each statement of a request: for metrics. */
  onStatement?: DatabaseOptions['onStatement'];
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
  /** How many sockets of realtime are open. */
  sockets(): number;
  publishableKey: string;
  secretKey: string;
  database: Database;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Milliseconds in which a database that can be used answers. */
const READY_WITHIN = 2_000;
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
  const database = openDatabase({
    address,
    authenticatorPassword,
    poolSize: options.poolSize,
    ownerPoolSize: options.ownerPoolSize,
    checksSessions: options.checksSessions ?? true,
    onStatement: options.onStatement,
  });
  let services: Partial<Services> = {};
  const close = async () => {
    await Promise.all(Object.values(services).map((service) => service?.close?.()));
    await database.close();
  };
  try {
    const { migrationsDir, onMigration: onProgress } = options;
    await refuseUnfinished(dataDir, database.owner);
    if (migrationsDir) await migrate(database.owner, { migrationsDir, authenticatorPassword, onProgress });
    const secrets =
      options.keepsSecretsIn === 'database' ? secretsInDatabase(database.owner) : secretsInFolder(dataDir);
    const apiKeys = await loadApiKeys(secrets, options);
    const { jwtKey } = options;
    const keys = await loadTokenKeys({ secrets, jwtKey, issuer: `${publicUrl}/auth/v1`, now });
    const access = createAccess(apiKeys, keys);
    const staging = await isStagingCopy(database.owner);
    const dependencies = { database, secrets, keys, access, log, dataDir, publicUrl, now };
    const started = await startServices(dependencies, staging ? keptToItself(options) : options);
    services = started;
    const gateway = createGateway({ access, services: started, log, publicUrl, onAnswer: options.onAnswer });
    return {
      async fetch(input, { ip = LOOPBACK, ...init } = {}) {
        const request = new Request(input, init);
        return unlessAborted(request.signal, gateway.fetch(request, ip));
      },
      handle: (request, response, ip = peer(request)) => gateway.handle(request, response, ip),
      upgrade: (request, socket, head, ip = peer(request)) => gateway.upgrade(request, socket, head, ip),
      async hangUp() {
        await Promise.all(Object.values(services).map((service) => service?.hangUp?.()));
      },
      ready: () => answers(database),
      sockets: () => started.realtime.sockets(),
      ...apiKeys,
      database,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServices(dependencies: ServiceDependencies, options: BackendOptions) {
  return {
    auth: createAuth(dependencies, options.auth),
    rest: await createRest(dependencies),
    storage: await createStorage(dependencies, options.storage),
    realtime: await createRealtime(dependencies, options.realtime),
  };
}

/** Whether the database is a copy for trying things out; only a store's own migrations know such a thing. */
async function isStagingCopy(owner: Database['owner']): Promise<boolean> {
  const [known] = await owner<{ found: boolean }[]>`
    select to_regprocedure('public.is_staging_copy()') is not null as found`;
  if (!known?.found) return false;
  const [row] = await owner<{ staging: boolean }[]>`select public.is_staging_copy() as staging`;
  return row?.staging === true;
}

/** What a staging copy runs with: messages stay in the local mailbox, and files in its own folder, away from the store's bucket. */
function keptToItself({ auth, storage, ...options }: BackendOptions): BackendOptions {
  return {
    ...options,
    auth: { ...auth, mail: { brand: auth?.mail?.brand }, sms: undefined },
    storage: { ...storage, objects: undefined },
  };
}

/** Fails as soon as the caller gives up: what it asked for may never come, as from a database that was stopped. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const aborted = once(signal, 'abort', { signal: settled.signal }).then(() => Promise.reject(signal.reason));
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
    aborted.catch(() => {});
  }
}

function peer(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? '';
}

/** The same for all processes that share a database, without their having to tell each other. */
export async function passwordOfAuthenticator(address: DatabaseAddress, dataDir: string): Promise<string> {
  if (address.password)
    return createHmac('sha256', address.password).update('authenticator').digest('base64url');
  return secretFile(join(dataDir, 'authenticator.password'), () => randomBytes(24).toString('base64url'));
}

async function answers(database: Database): Promise<boolean> {
  try {
    await unlessAborted(AbortSignal.timeout(READY_WITHIN), database.owner`select 1`);
    return true;
  } catch {
    return false;
  }
}
