import { cloneDatabase, type TestDatabase } from 'embedded-supabase/testing';
import { inject } from 'vitest';

export type { TestDatabase } from 'embedded-supabase/testing';

/** A database of the caller's own, cloned from the run's migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgres'));
}
