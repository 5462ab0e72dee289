import { defineConfig } from 'vitest/config';

/** Rules and parts of the store need no database and start at once; everything else shares one PostgreSQL a run. */
export default defineConfig({
  test: {
    // On two cores: many of them wait for a process or a clock.
    maxWorkers: 3,
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'app',
          include: ['{app,scripts}/**/*.test.{ts,tsx}'],
          // What they import is rules without a state to keep apart; to read it anew for each file took most of the time.
          isolate: false,
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'database',
          include: [
            '{server,backend,demo,bench}/**/*.test.{ts,tsx}',
            'tests/{contract,database,process,support}/**/*.test.ts',
          ],
          globalSetup: ['tests/support/postgres-for-the-run.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
