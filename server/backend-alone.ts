import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { serveBackend } from '../backend/main.ts';
import { authSettings } from './auth-settings.ts';
import { readEnvironment } from './environment.ts';
import { originReader } from './origin.ts';
import { say } from './say.ts';

// `npm run backend`: the embedded backend alone on a port of its own, for storefronts that reach it by SUPABASE_URL.
if (existsSync('.env')) process.loadEnvFile('.env');
const environment = readEnvironment({ PORT: '54321', ...process.env });
const log = pino({ level: environment.SOUK_LOG, base: null });
process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody waited for what failed'));
const { backend, url, close } = await serveBackend({
  database: environment.DATABASE_URL,
  dataDir: environment.SOUK_DATA,
  migrationsDir: join(import.meta.dirname, '../supabase/migrations'),
  host: environment.HOST || '127.0.0.1',
  port: environment.PORT,
  publicUrl: environment.SOUK_BACKEND_ORIGIN,
  addressOf: originReader({ trustedProxies: environment.SOUK_TRUSTED_PROXIES }).addressOf,
  publishableKey: environment.SUPABASE_PUBLISHABLE_KEY,
  secretKey: environment.SUPABASE_SECRET_KEY,
  log,
  ...authSettings(environment, { port: '*', backendUrl: environment.SOUK_BACKEND_ORIGIN }),
}).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
});

say(`The backend answers at ${url}. Storefronts need:`);
say(`  SUPABASE_URL=${url}\n  SUPABASE_PUBLISHABLE_KEY=${backend.publishableKey}`);
say(`  SUPABASE_SECRET_KEY: see api-keys.json in ${environment.SOUK_DATA}`);
process.send?.({ url });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void close().then(() => process.exit(0)));
}
