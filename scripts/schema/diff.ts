import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DatabaseAddress } from 'embedded-supabase/database';
import { startPostgres } from 'embedded-supabase/postgres';
import { MIGRATIONS, makeDatabase, SUPABASE } from './databases.ts';
import { type Difference, differenceBetween } from './difference.ts';

/** What a folder of migrations lacks compared with the schemas, found by building both databases. */
export async function missingMigrations(
  server: DatabaseAddress,
  folders: { supabase: string; migrations: string },
): Promise<Difference> {
  const migrated = await makeDatabase(server, 'migrated', { kind: 'migrations', folder: folders.migrations });
  const declared = await makeDatabase(server, 'declared', { kind: 'schemas', folder: folders.supabase });
  return differenceBetween(migrated, declared);
}

/**
 * Writes migrations, one per transaction, named by time and after all existing ones.
 *
 * @returns their names
 */
export async function writeMigrations(
  folder: string,
  name: string,
  transactions: string[],
  now = new Date(),
): Promise<string[]> {
  const last =
    (await readdir(folder))
      .map((file) => file.slice(0, 14))
      .sort()
      .at(-1) ?? '';
  const time = stampOf(now) > last ? now : new Date(timeOf(last) + 1_000);
  const files: string[] = [];
  for (const [index, text] of transactions.entries()) {
    const file = `${stampOf(new Date(time.getTime() + index * 1_000))}_${name}.sql`;
    await writeFile(join(folder, file), `${text.trim()}\n`);
    files.push(file);
  }
  return files;
}

/** Supabase's format for names of migrations: YYYYMMDDhhmmss, in UTC. */
const stampOf = (time: Date) => time.toISOString().replaceAll(/\D/g, '').slice(0, 14);

const timeOf = (stamp: string) =>
  Date.parse(stamp.replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'));

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = ''] = positionals;
  if (!/^[a-z0-9_]+$/.test(name) || positionals.length > 1) {
    throw new Error('npm run db:diff -- name: the name of a migration has small letters, digits and _.');
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-diff-'));
  const server = await startPostgres({ dataDir, durable: false });
  try {
    const { transactions, losses, unknown } = await missingMigrations(server.address, {
      supabase: SUPABASE,
      migrations: MIGRATIONS,
    });
    for (const message of unknown) process.stderr.write(`Not compared: ${message}\n`);
    if (transactions.length === 0) {
      process.stdout.write('The migrations make what the schemas say: nothing was written.\n');
      return;
    }
    const files = await writeMigrations(MIGRATIONS, name, transactions);
    process.stdout.write(
      `Wrote ${files.map((file) => `supabase/migrations/${file}`).join(', ')}. Read it before stores run it: ` +
        'rows are not compared, and a change that needs them has to be written into it.\n',
    );
    for (const sql of losses) process.stdout.write(`Loses data: ${sql}\n`);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
