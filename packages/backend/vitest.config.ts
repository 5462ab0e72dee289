import { defineProject } from 'vitest/config';

/** The limits end what hangs. */
export default defineProject({
  test: {
    name: 'backend',
    include: ['{src,tests}/**/*.test.ts'],
    exclude: ['**/*.sweep.test.ts'],
    globalSetup: ['tests/support/postgres-for-the-run.ts'],
    // What a file of tests changes it puts back; to read the backend anew for each took a third of the time.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
