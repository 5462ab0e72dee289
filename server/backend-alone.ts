import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { serveBackend } from 'embedded-supabase';
import type { Database } from '../app/lib/database.types.ts';
import { ADOPT_REMEDY } from './backend/adopt-remedy.ts';
import { authSettings } from './backend/auth-options.ts';
import { openObjectStore } from './backend/open-object-store.ts';
import { isStagingCopy } from './backend/staging-copy.ts';
import { readEnvironment } from './environment.ts';
import { serveEndpoints } from './http/endpoints.ts';
import { originReader } from './http/origin.ts';
import { updateAfterBackup } from './jobs/backup-before-update.ts';
import { scheduleBackups } from './jobs/scheduled-backups.ts';
import { createLogger } from './operations/logger.ts';
import { collectMetrics } from './operations/metrics.ts';
import { operationsStatusReader } from './operations/operations-status.ts';
import { print } from './terminal.ts';

// `npm run backend`: the embedded backend on its own port, for storefronts with SUPABASE_URL.
if (existsSync('.env')) process.loadEnvFile('.env');
const environment = readEnvironment({ PORT: '54321', ...process.env });
const log = createLogger(environment.SOUK_LOG);
process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody waited for what failed'));
const refuse = (error: unknown): never => {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
};
const objects = await openObjectStore(environment).catch(refuse);
const migrationsDir = join(import.meta.dirname, '../supabase/migrations');
const { SOUK_METRICS_TOKEN: metricsToken } = environment;
const metrics = metricsToken ? collectMetrics(metricsToken) : undefined;
const origins = originReader({ trustedProxies: environment.SOUK_TRUSTED_PROXIES });
const { backend, server, url, close } = await serveBackend({
  database: environment.DATABASE_URL,
  databaseName: 'souk',
  dataDir: environment.SOUK_DATA,
  migrationsDir,
  changedMigrationRemedy: ADOPT_REMEDY,
  host: environment.HOST || '127.0.0.1',
  port: environment.PORT,
  publicUrl: environment.SOUK_BACKEND_ORIGIN,
  addressOf: origins.addressOf,
  publishableKey: environment.SUPABASE_PUBLISHABLE_KEY,
  secretKey: environment.SUPABASE_SECRET_KEY,
  isCopy: isStagingCopy,
  keepsSecretsIn: environment.DATABASE_URL ? 'database' : 'folder',
  jwtKey: environment.SOUK_JWT_KEY,
  storage: { objects, stripPhotoMetadata: true },
  log,
  onStatement: metrics?.onStatement,
  answerFirst: metrics && serveEndpoints([metrics.endpoints], origins),
  aroundMigrations: (owner, migrate) =>
    updateAfterBackup(owner, migrate, { settings: environment, migrationsDir, onProgress: print }),
  ...authSettings(environment, { port: '*', backendUrl: environment.SOUK_BACKEND_ORIGIN }),
}).catch(refuse);
if (metrics) {
  const admin = createClient<Database>(url, backend.secretKey, { auth: { persistSession: false } });
  const parts = {
    embedded: true,
    sockets: () => backend.sockets(),
    waiting: () => backend.database.waiting(),
  };
  metrics.watch({ backend: parts, status: operationsStatusReader(admin) });
  metrics.watchRequests(server, () => '*');
}
const stopBackups = await scheduleBackups(environment, backend.database.owner, log).catch(refuse);

const origin = environment.SOUK_BACKEND_ORIGIN ?? url;
print(`The backend answers at ${url}. Storefronts need:`);
print(`  SUPABASE_URL=${origin}\n  SUPABASE_PUBLISHABLE_KEY=${backend.publishableKey}`);
const secretKeyIs = environment.SUPABASE_SECRET_KEY
  ? 'as it is set here'
  : environment.DATABASE_URL
    ? "what psql says to: select value::json ->> 'secretKey' from backend.secrets where name = 'api-keys'"
    : `in ${join(environment.SOUK_DATA, 'api-keys.json')}`;
print(`  SUPABASE_SECRET_KEY, ${secretKeyIs}`);
process.send?.({ url });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(
    signal,
    () =>
      void stopBackups()
        .then(close)
        .then(
          () => process.exit(0),
          (error: unknown) => {
            print(
              `The backend did not stop as it should: ${error instanceof Error ? error.message : String(error)}`,
            );
            process.exit(1);
          },
        ),
  );
}
