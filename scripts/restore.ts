import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkBackup, openArchive, requireEmpty, restoreBackup } from 'embedded-supabase/backup';
import { parseDatabaseUrl } from 'embedded-supabase/database';
import { openObjectStore } from '../server/backend/open-object-store.ts';
import { print } from '../server/terminal.ts';
import { pathFromCaller, progress, runCommand } from './command-line.ts';
import { EMBEDDED } from './store-database.ts';

await runCommand('npm run restore -- FILE', async ({ environment, values: [name = ''], signal }) => {
  const { DATABASE_URL: url, SUPABASE_URL } = environment;
  if (SUPABASE_URL)
    throw new Error(
      'A Supabase project is restored there. Unset SUPABASE_URL to restore into a store of its own.',
    );
  const file = pathFromCaller(name);
  const fileStat = await stat(file).catch(() => undefined);
  if (!fileStat?.isFile()) throw new Error(`${file} is not a file. Name one that npm run backup made.`);
  const target = {
    dataDir: resolve(environment.SOUK_DATA),
    database: url ? parseDatabaseUrl(url) : undefined,
    databaseName: EMBEDDED,
    migrationsDir: join(import.meta.dirname, '../supabase/migrations'),
    openObjects: () => openObjectStore(environment),
    signal,
  };
  const from = performance.now();
  await requireEmpty(target);
  const share = (what: string) => {
    let read = 0;
    return (count: number) => {
      read += count;
      progress.show(`${what}: ${Math.floor((100 * read) / fileStat.size)} %`);
    };
  };
  print(`Checking ${file}.`);
  const { madeAt } = await checkBackup(file, target.migrationsDir, share('Checking'), signal);
  progress.end();
  print(
    `It is whole, made at ${madeAt}. Restoring into ${target.dataDir}${target.database ? ` and the database "${target.database.database}"` : ''}.`,
  );
  await restoreBackup(() => openArchive(file, share('Restoring'), signal), file, target);
  progress.end();
  print(
    `Restored after ${((performance.now() - from) / 1000).toFixed(1)} s. npm run ledger:check says whether the ledgers balance.`,
  );
});
