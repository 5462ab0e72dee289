import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from './store-process.ts';

/** A migration newer than all others. */
export const NEXT_MIGRATION = '29991231000000_next_version.sql';

/**
 * Creates a folder with the tree under test plus one migration.
 * @param sql text of the migration
 */
export async function makeNextVersion(folder: string, sql: string): Promise<void> {
  await mkdir(join(folder, 'supabase'), { recursive: true });
  for (const name of [
    'app',
    'build',
    'demo',
    'node_modules',
    'package.json',
    'packages',
    'public',
    'scripts',
  ])
    await symlink(join(PROJECT, name), join(folder, name));
  // Not linked: the server resolves migrations relative to itself.
  await cp(join(PROJECT, 'server'), join(folder, 'server'), { recursive: true });
  await cp(join(PROJECT, 'supabase/migrations'), join(folder, 'supabase/migrations'), { recursive: true });
  await writeFile(join(folder, 'supabase/migrations', NEXT_MIGRATION), sql);
}
