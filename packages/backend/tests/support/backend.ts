import { inject } from 'vitest';
import type { ServeOptions } from '../../src/serve.ts';
import { serveTestBackend, type TestBackend } from './test-backend.ts';

export { EMBEDDED, type TestBackend } from './test-backend.ts';

/** A test file's backend, on the run's server. */
export function startTestBackend(options?: Partial<ServeOptions>): Promise<TestBackend> {
  return serveTestBackend(inject('postgres'), options);
}
