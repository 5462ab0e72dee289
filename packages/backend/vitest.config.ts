import { defineProject } from 'vitest/config';

/** The timeouts only end hanging tests. */
export default defineProject({
  test: {
    name: 'backend',
    include: ['{src,tests}/**/*.test.ts'],
    exclude: ['**/*.sweep.test.ts'],
    globalSetup: ['tests/support/postgres-for-the-run.ts'],
    // Each test file restores what it changes: reloading the backend for each took a third of the time.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
