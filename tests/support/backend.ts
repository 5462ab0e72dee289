import type { ServeOptions } from 'embedded-supabase';
import { serveTestBackend, type TestBackend } from 'embedded-supabase/testing';
import { inject } from 'vitest';

export type { TestBackend } from 'embedded-supabase/testing';

/** A backend for a file of tests, on a database of its own with the store's migrations. */
export function startTestBackend(options?: Partial<ServeOptions>): Promise<TestBackend> {
  return serveTestBackend(inject('postgres'), options);
}
