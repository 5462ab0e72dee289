import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { backUpToFile } from 'embedded-supabase/backup';
import { passwordOfAuthenticator } from 'embedded-supabase/database';
import { openObjectStore } from '../server/backend/open-object-store.ts';
import { print } from '../server/terminal.ts';
import { pathFromCaller, progress, runCommand } from './command-line.ts';
import { adoptDatabase } from './schema/adopt-database.ts';
import { openStoreDatabase } from './store-database.ts';

await runCommand('npm run db:adopt -- FILE', async ({ environment, values: [name = ''], signal }) => {
  const file = pathFromCaller(name);
  const dataDir = resolve(environment.SOUK_DATA);
  const database = await openStoreDatabase();
  try {
    const backUp = async () => {
      print(`Backing up the ${database.name}.`);
      const store = { database: database.address, dataDir, objects: await openObjectStore(environment) };
      await backUpToFile(store, file, { onProgress: progress.show, signal });
      progress.end();
      print(`The backup is ${file}.`);
    };
    const authenticatorPassword = await passwordOfAuthenticator(database.address, dataDir);
    const { changed, transactions, rows, invoices } = await adoptDatabase(database.address, {
      authenticatorPassword,
      backUp,
      onProgress: print,
    });
    if (changed.length === 0) {
      print(`The ${database.name} has run the migrations of this version: there is nothing to do.`);
      return;
    }
    await writeFile(`${file}.sql`, transactions.join('\n'), { mode: 0o600 });
    if (invoices !== null)
      print(
        'The store is older than the ledgers of money and pieces: they were opened from what its orders say. ' +
          `${invoices} invoices of what was sent or paid were issued, with the date of today.`,
      );
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
    print(
      `Done: the schema is that of this version, all ${total} rows of ${rows.size} tables are there, and the ledgers balance. ` +
        `The statements that were run are in ${file}.sql. Start the store.`,
    );
  } finally {
    await database.stop();
  }
});
