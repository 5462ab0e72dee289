import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from 'embedded-supabase/database';
import { testServerOfRun } from 'embedded-supabase/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseAddress;
    /** For what the tests of a run share; traversable by every user. */
    runFolder: string;
  }
}

/** One PostgreSQL per run, with one migrated database that every test file's database is cloned from, and one folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await mkdtemp(join(tmpdir(), 'souk-run-'));
  await chmod(runFolder, 0o711);
  const server = await testServerOfRun(join(import.meta.dirname, '../../supabase/migrations'));
  project.provide('postgres', server.migrated);
  project.provide('runFolder', runFolder);
  return async () => {
    await server.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
}
