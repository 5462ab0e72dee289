import { defineConfig } from 'vitest/config';

/** They end what hangs. What takes longer by itself says so in its file. */
const limits = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

/** What everything but rules and parts of the store needs: one PostgreSQL a run. */
const onDatabase = {
  globalSetup: ['tests/support/postgres-for-the-run.ts'],
  // What a file of tests changes it puts back; to read the backend anew for each took a third of the time.
  isolate: false,
  ...limits,
};
const isolated = 'app/**/*.isolated.test.{ts,tsx}';
const sweeps = 'tests/**/*.sweep.test.ts';

/** Rules and parts of the store need no database and start at once. Sweeps take long and have a command of their own. */
export default defineConfig({
  test: {
    // On two cores: many of them wait for a process or a clock.
    maxWorkers: 3,
    reporters: ['default'],
    tags: [{ name: 'slow', description: 'starts, stops or kills whole stores; not in `npm test`' }],
    projects: [
      {
        test: {
          name: 'app',
          include: ['{app,scripts}/**/*.test.{ts,tsx}'],
          exclude: [isolated],
          // What they import is rules without a state to keep apart; to read it anew for each file took most of the time.
          isolate: false,
          pool: 'threads',
          ...limits,
        },
      },
      // A module that a file replaces would stay replaced for the files after it.
      { test: { name: 'app-isolated', include: [isolated], pool: 'threads', ...limits } },
      {
        test: {
          name: 'database',
          include: [
            '{server,demo,bench}/**/*.test.{ts,tsx}',
            'tests/{database,process,support}/**/*.test.ts',
          ],
          exclude: [sweeps],
          ...onDatabase,
        },
      },
      'packages/backend/vitest.config.ts',
      'packages/backend/vitest.sweeps.config.ts',
      {
        test: {
          name: 'sweeps',
          include: [sweeps],
          exclude: ['tests/e2e/**'],
          ...onDatabase,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
