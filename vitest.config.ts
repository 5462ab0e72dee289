import { defineConfig } from 'vitest/config';
import { compileMessages } from './scripts/compile-messages.ts';

/** Rules and parts of the store need no database and start at once; everything else shares one PostgreSQL a run. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        plugins: [compileMessages()],
        test: { name: 'app', include: ['{app,scripts}/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          name: 'database',
          include: ['{server,backend,supabase,bench}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-for-the-run.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
