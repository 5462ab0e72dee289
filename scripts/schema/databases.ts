import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DatabaseAddress,
  identifier,
  migrate,
  openDatabase,
  openPool,
} from 'embedded-supabase/database';

const SUPABASE = join(import.meta.dirname, '../../supabase');
export const SCHEMAS = join(SUPABASE, 'schemas');
export const MIGRATIONS = join(SUPABASE, 'migrations');

/** Folders of SQL files, of which each is run in the order of its names. */
export interface Source {
  folder: string;
  /** Whether the files are schemas, which run as one, or migrations. */
  kind: 'schemas' | 'migrations';
  /** The last migration to run, by its version; all by default. */
  upTo?: string | undefined;
}

/** The files of a folder of schemas, one after the other as they have to run. */
async function schemasText(folder = SCHEMAS): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(
    files.map(async (name) => `-- schemas/${name}\n\n${await readFile(join(folder, name), 'utf8')}`),
  );
  return texts.join('\n');
}

/**
 * Makes a database on a server, whose user may do everything there, as a store's database is made.
 *
 * @param authenticatorPassword of a role that all databases of the server have in common
 * @returns where it is
 * @throws Error with the database's words when the files do not run
 */
export async function makeDatabase(
  server: DatabaseAddress,
  name: string,
  { folder, kind, upTo }: Source,
  authenticatorPassword = 'unused',
): Promise<DatabaseAddress> {
  const admin = openPool(server, 1);
  await admin`create database ${identifier(name)}`.finally(() => admin.end());
  const address = { ...server, database: name };
  const scratch = await mkdtemp(join(tmpdir(), 'souk-schema-'));
  const database = openDatabase({ address, authenticatorPassword });
  try {
    const migrationsDir = kind === 'migrations' ? folder : join(scratch, 'migrations');
    if (kind === 'schemas') {
      await mkdir(migrationsDir);
      await writeFile(join(migrationsDir, '00000000000000_schemas.sql'), await schemasText(folder));
    }
    await migrate(database.owner, { migrationsDir, authenticatorPassword, upTo });
  } finally {
    await database.close();
    await rm(scratch, { recursive: true, force: true });
  }
  return address;
}
