import { cloneDatabase, type TestDatabase } from 'embedded-supabase/testing';
import { inject } from 'vitest';

export type { TestDatabase } from 'embedded-supabase/testing';

/** A database of the caller's own, cloned from the run's migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgres'));
}

let shared: Promise<TestDatabase> | undefined;

/**
 * The database of all test files of a worker whose tests have stores of their own: its connections know the functions
 * already. It ends with the run's server.
 */
export function sharedDatabase(): Promise<TestDatabase> {
  shared ??= createTestDatabase();
  return shared;
}
