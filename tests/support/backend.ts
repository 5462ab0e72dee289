import type { ServeOptions } from 'embedded-supabase';
import { serveTestBackend, type TestBackend } from 'embedded-supabase/testing';
import { inject } from 'vitest';

export type { TestBackend } from 'embedded-supabase/testing';

/** A backend for one test file, on its own migrated database. */
export function startTestBackend(options?: Partial<ServeOptions>): Promise<TestBackend> {
  return serveTestBackend(inject('postgres'), options);
}
