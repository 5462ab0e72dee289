import { defineProject } from 'vitest/config';
import backend from './vitest.config.ts';

/** What takes minutes: ten thousand hostile requests, and a backend that must not grow under them. */
export default defineProject({
  test: {
    ...backend.test,
    name: 'backend-sweeps',
    include: ['tests/**/*.sweep.test.ts'],
    exclude: [],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
