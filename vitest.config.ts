import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,server,backend,supabase,scripts,bench}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/postgres-for-the-run.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
});
