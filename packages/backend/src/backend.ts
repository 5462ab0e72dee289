import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createAccess, loadApiKeys } from './access.ts';
import { createAuth } from './auth/auth.ts';
import type { AuthOptions } from './auth/parts.ts';
import { refuseUnfinished } from './backup/unfinished.ts';
import { type AnswerFields, createGateway, type Services } from './gateway.ts';
import { passwordOfAuthenticator } from './lib/authenticator-password.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './lib/database-address.ts';
import { type Database, type DatabaseOptions, openDatabase } from './lib/db.ts';
import type { Log, ServiceDependencies } from './lib/http.ts';
import { secretsInDatabase, secretsInFolder } from './lib/secrets.ts';
import type { UnreadLimits } from './lib/unread-answers.ts';
import { migrate, seed } from './migrate.ts';
import { type BroadcastListener, createRealtime, type RealtimeOptions } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import { createStorage, type StorageOptions } from './storage/storage.ts';
import { loadTokenKeys } from './token-keys.ts';

export interface BackendOptions {
  auth?: AuthOptions | undefined;
  storage?: StorageOptions | undefined;
  realtime?: RealtimeOptions | undefined;
  /** PostgreSQL's address, as a URL or in parts. */
  database: string | DatabaseAddress;
  /** Folder of keys and stored files, unless stored elsewhere. */
  dataDir: string;
  /** Folder of Supabase CLI migrations to apply; none by default. */
  migrationsDir?: string | undefined;
  /** What to do if the database ran another version of a migration than its file has; a sentence. */
  changedMigrationRemedy?: string | undefined;
  /** SQL to run once in a database, after its migrations. */
  seedFile?: string | undefined;
  /** Public origin of the backend, without a trailing slash. */
  publicUrl: string;
  /** Where generated keys are stored: in the data folder, or in the database for all its processes. */
  keepsSecretsIn?: 'folder' | 'database' | undefined;
  /** API keys; generated and stored by default. */
  publishableKey?: string | undefined;
  secretKey?: string | undefined;
  /** Private key that signs tokens, as JWK; generated and stored by default. */
  jwtKey?: string | undefined;
  /** Password of the `authenticator` role; by default derived from the owner's. */
  authenticatorPassword?: string | undefined;
  /**
   * Whether the database is a staging copy, determined after the migrations. Its messages go to the local
   * mailbox, its files to the data folder. Default: false.
   */
  isCopy?: ((owner: Database['owner']) => Promise<boolean>) | undefined;
  /** Whether ended sessions are rejected at once, not only when their token expires. Default true. */
  checksSessions?: boolean | undefined;
  /** Limits on responses that clients do not read. */
  unread?: Partial<UnreadLimits> | undefined;
  /** Size of the services' connection pool. */
  ownerPoolSize?: number | undefined;
  log?: Log | undefined;
  onAnswer?: ((fields: AnswerFields) => void) | undefined;
  /** Called after each statement of a request, for metrics. */
  onStatement?: DatabaseOptions['onStatement'];
  onMigration?: ((file: string) => void) | undefined;
  /** Calls `migrate`, which runs the migrations; may make a backup first. By default `migrate` runs at once. */
  aroundMigrations?: ((owner: Database['owner'], migrate: () => Promise<void>) => Promise<void>) | undefined;
  now?: (() => Date) | undefined;
}

export interface Backend {
  /** Handles a request from this process; usable as `fetch` of supabase-js. Ignores the URL's origin. */
  fetch(input: Request | URL | string, init?: RequestInit & { ip?: string }): Promise<Response>;
  /** Handles a node:http request. `ip` is the client's address behind a proxy. */
  handle(request: IncomingMessage, response: ServerResponse, ip?: string): Promise<void>;
  /** Handles a WebSocket handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip?: string): Promise<void>;
  /** Closes open WebSockets, so that the server can stop. Requests in flight continue. */
  hangUp(): Promise<void>;
  /** Whether the database responds. */
  ready(): Promise<boolean>;
  /**
   * Delivers the database's broadcasts to this process before any client.
   * @returns a function that stops it
   */
  listen(listener: BroadcastListener): () => void;
  /** Number of open realtime sockets. */
  sockets(): number;
  publishableKey: string;
  secretKey: string;
  database: Database;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Timeout of the readiness check, in milliseconds. */
const READY_WITHIN = 2_000;
const NO_LOG: Log = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Starts the backend on a database: migrates it, loads or generates keys, and starts the services.
 * @throws Error that names a failed migration
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, log = NO_LOG, now = () => new Date() } = options;
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const address =
    typeof options.database === 'string' ? parseDatabaseUrl(options.database) : options.database;
  await mkdir(dataDir, { recursive: true });
  const authenticatorPassword =
    options.authenticatorPassword ?? (await passwordOfAuthenticator(address, dataDir));
  const database = openDatabase({
    address,
    authenticatorPassword,
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
    const { migrationsDir, changedMigrationRemedy, seedFile, onMigration: onProgress } = options;
    await refuseUnfinished(dataDir, database.owner);
    if (migrationsDir) {
      const run = async () => {
        await migrate(database.owner, {
          migrationsDir,
          authenticatorPassword,
          changedMigrationRemedy,
          onProgress,
        });
      };
      await (options.aroundMigrations?.(database.owner, run) ?? run());
    }
    if (seedFile) await seed(database.owner, seedFile);
    const secrets =
      options.keepsSecretsIn === 'database' ? secretsInDatabase(database.owner) : secretsInFolder(dataDir);
    const apiKeys = await loadApiKeys(secrets, options);
    const { jwtKey } = options;
    const keys = await loadTokenKeys({ secrets, jwtKey, issuer: `${publicUrl}/auth/v1`, now });
    const access = createAccess(apiKeys, keys);
    const dependencies = { database, secrets, keys, access, log, dataDir, publicUrl, now };
    const isCopy = (await options.isCopy?.(database.owner)) ?? false;
    const started = await startServices(dependencies, isCopy ? isolated(options) : options);
    services = started;
    const { onAnswer, unread } = options;
    const gateway = createGateway({ access, services: started, log, publicUrl, unread, onAnswer });
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
      ready: () => isResponding(database),
      listen: (listener) => started.realtime.listen(listener),
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

/** Options of a staging copy: messages go to the local mailbox, files to its own folder instead of the bucket. */
function isolated({ auth, storage, ...options }: BackendOptions): BackendOptions {
  return {
    ...options,
    auth: {
      ...auth,
      // Nobody could confirm an address without receiving mail.
      mailerAutoconfirm: auth?.mail?.smtp ? true : auth?.mailerAutoconfirm,
      mail: { brand: auth?.mail?.brand },
      sms: undefined,
    },
    storage: { ...storage, objects: undefined },
  };
}

/** Rejects on abort: the result may never arrive, as from a stopped database. */
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

async function isResponding(database: Database): Promise<boolean> {
  try {
    await unlessAborted(AbortSignal.timeout(READY_WITHIN), database.owner`select 1`);
    return true;
  } catch {
    return false;
  }
}
