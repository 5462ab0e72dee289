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

/** The folder of config.toml, which lists the files of schemas/ in execution order. */
export const SUPABASE = join(import.meta.dirname, '../../supabase');
export const MIGRATIONS = join(SUPABASE, 'migrations');

export interface Source {
  /**
   * For migrations: their folder; they run in order of their names. For schemas: the folder of the
   * config.toml that lists them; they run as one.
   */
  folder: string;
  kind: 'schemas' | 'migrations';
  /** Version of the last migration to run; all by default. */
  upTo?: string | undefined;
}

const Config = z.object({ db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }) });

/**
 * Reads which files declare the database, like the Supabase CLI.
 *
 * @param folder of config.toml
 * @returns their paths relative to the folder, in execution order
 * @throws ZodError if config.toml has no `schema_paths`
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
 * Creates a database like a store's on a server, whose user needs all privileges there.
 *
 * @param authenticatorPassword of a role that all databases of the server share
 * @returns its address
 * @throws Error with the database's message if the files fail
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
