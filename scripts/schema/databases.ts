import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DatabaseAddress,
  identifier,
  migrate,
  openDatabase,
  openPool,
} from 'embedded-supabase/database';
import { parse } from 'smol-toml';
import { z } from 'zod';

/** The folder of config.toml, which lists the files of schemas/ in the order in which they run. */
export const SUPABASE = join(import.meta.dirname, '../../supabase');
export const MIGRATIONS = join(SUPABASE, 'migrations');

export interface Source {
  /** Of migrations, which run in the order of their names; or of a config.toml that lists schemas, which run as one. */
  folder: string;
  kind: 'schemas' | 'migrations';
  /** The last migration to run, by its version; all by default. */
  upTo?: string | undefined;
}

const Config = z.object({ db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }) });

/**
 * Reads which files declare the database, as the Supabase CLI does.
 *
 * @param folder of config.toml
 * @returns their paths below the folder, in the order in which they run
 * @throws ZodError where config.toml has no `schema_paths`
 */
export async function readSchemaPaths(folder = SUPABASE): Promise<string[]> {
  const config = Config.parse(parse(await readFile(join(folder, 'config.toml'), 'utf8')));
  return config.db.migrations.schema_paths.map((path) => join(path));
}

async function schemasText(folder: string): Promise<string> {
  const paths = await readSchemaPaths(folder);
  const texts = await Promise.all(
    paths.map(async (path) => `-- ${path}\n\n${await readFile(join(folder, path), 'utf8')}`),
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
