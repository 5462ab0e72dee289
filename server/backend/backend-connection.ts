import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Backend, startBackend } from 'embedded-supabase';
import type { Pool } from 'embedded-supabase/database';
import { startPostgres } from 'embedded-supabase/postgres';
import type { Logger } from 'pino';
import type { Environment } from '../environment.ts';
import { updateAfterBackup } from '../jobs/backup-before-update.ts';
import { backUpNow, scheduleBackups } from '../jobs/scheduled-backups.ts';
import { ADOPT_REMEDY } from './adopt-remedy.ts';
import { authSettings } from './auth-options.ts';
import { openObjectStore } from './open-object-store.ts';
import { isStagingCopy } from './staging-copy.ts';

/** Connection to the backend, embedded or remote. */
export interface BackendConnection {
  embedded: boolean;
  /** URL within this process; for a remote backend, `fetch` uses only the host. */
  internalUrl: string;
  /** URL for browsers; '' means the page's origin. */
  publicUrl: string;
  publishableKey: string;
  secretKey: string;
  fetch: typeof fetch;
  /** Whether the backend serves a request path; always false for a remote one. */
  answers(url: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, ip: string): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): Promise<void>;
  /** Listens to the database's broadcasts before clients receive them; undefined for a remote backend. */
  listen: Backend['listen'] | undefined;
  /** Runs work under a lock shared by all processes on the database. No lock for a remote backend. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Frees memory that idle database connections hold for prepared statements. */
  renewConnections(): Promise<void>;
  /**
   * Makes a backup into SOUK_BACKUP_DIR now and resolves with its file; undefined if the variable is not set.
   */
  backUp: ((purpose: string) => Promise<string | undefined>) | undefined;
  /** Number of open realtime sockets, and of statements waiting for a connection, per lane. */
  sockets(): number;
  waiting(): Record<string, number>;
  /** Resolves with a message when the backend fails permanently. */
  failed: Promise<string>;
  close(): Promise<void>;
}

interface Surroundings {
  port: number;
  projectDir: string;
  log: Logger;
  onProgress: (text: string) => void;
  onStatement?: ((lane: string, seconds: number) => void) | undefined;
}

/** How long open statements may take at shutdown, in milliseconds. */
const CLOSE_GRACE = 5_000;

/** An arbitrary id, unique within the database. */
const ADVISORY_LOCK = 7_265_002;

const BACKEND_PATH = /^\/(?:(?:auth|rest|storage|realtime)\/v1|_mail)(?=[/?]|$)/;

/** Connects to the configured Supabase project, or starts the embedded backend. */
export function connectBackend(
  environment: Environment,
  surroundings: Surroundings,
): Promise<BackendConnection> {
  const { SUPABASE_URL: url } = environment;
  return url ? Promise.resolve(remote(environment, url)) : embedded(environment, surroundings);
}

function remote(environment: Environment, url: string): BackendConnection {
  return {
    embedded: false,
    internalUrl: url,
    publicUrl: url,
    publishableKey: environment.SUPABASE_PUBLISHABLE_KEY ?? '',
    secretKey: environment.SUPABASE_SECRET_KEY ?? '',
    fetch,
    answers: () => false,
    handle: async (_request, response) => void response.writeHead(404).end(),
    upgrade: async (_request, socket) => void socket.destroy(),
    listen: undefined,
    exclusively: (work) => work(),
    renewConnections: async () => {},
    backUp: undefined,
    sockets: () => 0,
    waiting: () => ({}),
    failed: new Promise(() => {}),
    close: async () => {},
  };
}

async function embedded(
  environment: Environment,
  { port, projectDir, log, onProgress, onStatement }: Surroundings,
): Promise<BackendConnection> {
  const dataDir = environment.SOUK_DATA;
  const migrationsDir = join(projectDir, 'supabase/migrations');
  const objects = await openObjectStore(environment);
  const onRestart = (lastWords: string) => log.error({ lastWords }, 'the database had ended and is up again');
  const onFullDisk = (lastWords: string) =>
    log.error({ lastWords }, 'the disk is full: the database has ended and starts again once there is space');
  const postgres = environment.DATABASE_URL
    ? undefined
    : await startPostgres({ dataDir, database: 'souk', onRestart, onFullDisk });
  try {
    const backend = await startBackend({
      database: environment.DATABASE_URL ?? postgres?.address ?? '',
      dataDir,
      migrationsDir,
      changedMigrationRemedy: ADOPT_REMEDY,
      publicUrl: environment.SOUK_ORIGIN ?? `http://localhost:${port}`,
      publishableKey: environment.SUPABASE_PUBLISHABLE_KEY,
      secretKey: environment.SUPABASE_SECRET_KEY,
      isCopy: isStagingCopy,
      keepsSecretsIn: environment.DATABASE_URL ? 'database' : 'folder',
      jwtKey: environment.SOUK_JWT_KEY,
      storage: { objects, stripPhotoMetadata: true },
      log,
      onStatement,
      onMigration: (file) =>
        onProgress(`Database: ${file.replace(/^\d+_|\.sql$/g, '').replaceAll('_', ' ')}`),
      aroundMigrations: (owner, migrate) =>
        updateAfterBackup(owner, migrate, { settings: environment, migrationsDir, onProgress }),
      ...authSettings(environment, { port }),
    });
    const stopBackups = await scheduleBackups(environment, backend.database.owner, log);
    return {
      embedded: true,
      internalUrl: `http://127.0.0.1:${port}`,
      publicUrl: '',
      publishableKey: backend.publishableKey,
      secretKey: backend.secretKey,
      fetch: (input, init) => backend.fetch(input, init),
      answers: (url) => BACKEND_PATH.test(url),
      handle: (request, response, ip) => backend.handle(request, response, ip),
      upgrade: (request, socket, head, ip) => backend.upgrade(request, socket, head, ip),
      listen: (listener) => backend.listen(listener),
      exclusively: (work) => underLock(backend.database.owner, work),
      renewConnections: () => backend.database.renewConnections(),
      backUp: environment.SOUK_BACKUP_DIR
        ? (purpose) => backUpNow(environment, backend.database.owner, purpose)
        : undefined,
      sockets: () => backend.sockets(),
      waiting: () => backend.database.waiting(),
      failed: postgres?.failed ?? new Promise(() => {}),
      async close() {
        await stopBackups();
        // A hanging database must not keep the process from exiting.
        await Promise.race([backend.close(), wait(CLOSE_GRACE, undefined, { ref: false })]);
        await postgres?.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

async function underLock<Result>(owner: Pool, work: () => Promise<Result>): Promise<Result> {
  const session = await owner.reserve();
  try {
    await session`select pg_advisory_lock(${ADVISORY_LOCK})`;
    return await work();
  } finally {
    await session`select pg_advisory_unlock(${ADVISORY_LOCK})`.catch(() => {});
    session.close();
  }
}
