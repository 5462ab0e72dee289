import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '../../src/lib/database-address.ts';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseAddress;
  }
}

/** One PostgreSQL a run; nothing is in its template but what a project has from the beginning. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const migrationsDir = await mkdtemp(join(tmpdir(), 'no-migrations-'));
  const server = await startTestServer(migrationsDir).finally(() => rm(migrationsDir, { recursive: true }));
  project.provide('postgres', server.address);
  return server.stop;
}
