import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  type BackupSummary,
  backUp,
  requireEmpty,
  restoreBackup,
  writeArchive,
} from 'embedded-supabase/backup';
import { parseDatabaseUrl } from 'embedded-supabase/database';
import { openDiskObjectStore } from 'embedded-supabase/storage';
import { openObjectStore } from '../server/backend/open-object-store.ts';
import { print } from '../server/terminal.ts';
import { pathFromCaller, progress, runCommand } from './command-line.ts';
import { EMBEDDED, openStoreDatabase } from './store-database.ts';

/** Makes a copy safe: removes sessions and queued mails; keys are generated anew. */
const AS_STAGING = [
  'insert into private.staging_copy default values on conflict do nothing',
  'truncate auth.sessions, auth.refresh_tokens, auth.mfa_amr_claims, auth.one_time_tokens, auth.flow_state',
  'truncate backend.secrets',
  'update public.order_notifications set expired_at = now() where sent_at is null and expired_at is null',
  String.raw`delete from private.jobs where kind like 'send\_%'`,
];

await runCommand('npm run clone -- FOLDER [DATABASE_URL]', async ({ environment, values, signal }) => {
  const [folder = '', url] = values;
  const dataDir = pathFromCaller(folder);
  const target = {
    dataDir,
    database: url ? parseDatabaseUrl(url) : undefined,
    databaseName: EMBEDDED,
    migrationsDir: join(import.meta.dirname, '../supabase/migrations'),
    // Never write to the original store's bucket.
    openObjects: () => openDiskObjectStore(join(dataDir, 'storage')),
    ownKeys: true,
    afterwards: AS_STAGING,
    signal,
  };
  const from = performance.now();
  await requireEmpty(target);
  const database = await openStoreDatabase();
  try {
    print(`Copying the ${database.name}.`);
    const store = {
      database: database.address,
      dataDir: environment.SOUK_DATA,
      objects: await openObjectStore(environment),
    };
    let copying: Promise<BackupSummary> | undefined;
    await restoreBackup(
      () => {
        const tar = new PassThrough();
        copying = backUp(store, writeArchive(tar), { onProgress: progress.show, signal });
        copying.catch((error: unknown) => tar.destroy(error instanceof Error ? error : undefined));
        return tar;
      },
      'a copy',
      target,
    );
    const summary = await copying;
    progress.end();
    const took = ((performance.now() - from) / 1000).toFixed(1);
    print(
      `${dataDir} is a staging copy, with ${summary?.files} files, after ${took} s. It sends no messages and takes no payments.`,
    );
    print(`Start it with: DATABASE_URL=${url ? '…' : ''} SOUK_DATA=${dataDir} PORT=3001 npm start`);
  } finally {
    await database.stop();
  }
});
