import { defineConfig } from 'vitest/config';
import { compileMessages } from './scripts/compile-messages.ts';

/** Unit tests lie beside their code; journeys in tests/ run in Playwright. */
export default defineConfig({
  plugins: [compileMessages()],
  test: {
    include: ['{app,server,backend,supabase,scripts,bench}/**/*.test.{ts,tsx}'],
  },
});
