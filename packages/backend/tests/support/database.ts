import { inject } from 'vitest';
import { cloneDatabase, type TestDatabase } from './test-server.ts';

export type { TestDatabase } from './test-server.ts';

/** A new database on the run's server. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgres'));
}
