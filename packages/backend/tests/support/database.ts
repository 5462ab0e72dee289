import { inject } from 'vitest';
import { cloneDatabase, type TestDatabase } from './test-server.ts';

export type { TestDatabase } from './test-server.ts';

/** A database of the caller's own on the run's server. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgres'));
}
