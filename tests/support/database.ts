import { cloneDatabase, type TestDatabase } from 'embedded-supabase/testing';
import { inject } from 'vitest';

export type { TestDatabase } from 'embedded-supabase/testing';

/** A database for one caller, cloned from the run's migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgres'));
}

let shared: Promise<TestDatabase> | undefined;

/**
 * The database shared by all test files of a worker whose tests have stores of their own: its connections have cached the functions
 * already. It is removed with the run's server.
 */
export function sharedDatabase(): Promise<TestDatabase> {
  shared ??= createTestDatabase();
  return shared;
}
