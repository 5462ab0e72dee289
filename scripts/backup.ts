import { resolve } from 'node:path';
import { backUpToFile } from 'embedded-supabase/backup';
import { openObjectStore } from '../server/backend/open-object-store.ts';
import { print } from '../server/terminal.ts';
import { pathFromCaller, progress, runCommand } from './command-line.ts';
import { openStoreDatabase } from './store-database.ts';

await runCommand('npm run backup -- FILE', async ({ environment, values: [name = ''], signal }) => {
  const file = pathFromCaller(name);
  const dataDir = resolve(environment.SOUK_DATA);
  const from = performance.now();
  const database = await openStoreDatabase();
  try {
    print(`Backing up the ${database.name}.`);
    const store = {
      database: database.address,
      dataDir,
      objects: await openObjectStore(environment),
    };
    const { tables, files, missing, bytes } = await backUpToFile(store, file, {
      onProgress: progress.show,
      signal,
    });
    progress.end();
    const took = ((performance.now() - from) / 1000).toFixed(1);
    print(
      `${file}: ${tables} tables and ${files} files in ${(bytes / 1024 ** 2).toFixed(1)} MB, after ${took} s.`,
    );
    if (missing.length > 0)
      print(`${missing.length} files were not there to copy: ${missing.slice(0, 20).join(', ')}`);
  } finally {
    await database.stop();
  }
});
