import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../lib/sql.ts';

/** Marks an unfinished restore: a file in the data folder, a schema in the database. */
const FILE = 'restore-unfinished';
const SCHEMA = 'restore_unfinished';

export const markFolder = (dataDir: string, backup: string) =>
  writeFile(join(dataDir, FILE), `${backup}\n`, { flag: 'wx' });
export const unmarkFolder = (dataDir: string) => rm(join(dataDir, FILE));
export const markDatabase = `create schema ${SCHEMA}`;
export const unmarkDatabase = `drop schema ${SCHEMA}`;

/** @throws Error when a restore into this folder or database was interrupted: neither may be used */
export async function refuseUnfinished(dataDir: string, sql?: Sql): Promise<void> {
  if (await stat(join(dataDir, FILE)).catch(() => undefined)) {
    throw new Error(
      `A restore into ${dataDir} did not finish, so part of the data is missing there. ` +
        'Remove that folder, then run the restore again.',
    );
  }
  const found = await sql?.unsafe(
    `select current_database() as name from pg_namespace where nspname = '${SCHEMA}'`,
  );
  if (!found?.[0]) return;
  throw new Error(
    `A restore into the database "${found[0].name}" did not finish, so part of the data is missing there. ` +
      'Drop that database, create it anew, then run the restore again.',
  );
}
