import { defineConfig } from 'vitest/config';

/** Unit tests lie beside their code; journeys in tests/ run in Playwright. */
export default defineConfig({
  test: {
    include: ['{app,server,backend,supabase,scripts,bench}/**/*.test.{ts,tsx}'],
  },
});
