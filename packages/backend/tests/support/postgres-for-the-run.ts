import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '../../src/lib/database-address.ts';
import { testServerOfRun } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseAddress;
  }
}

/** One PostgreSQL per run; its template contains only what a new project has. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServerOfRun();
  project.provide('postgres', server.bare);
  return server.stop;
}
