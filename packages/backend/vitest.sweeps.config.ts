import { defineProject } from 'vitest/config';
import backend from './vitest.config.ts';

/** Tests that take minutes: ten thousand hostile requests, and memory that must not grow. */
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
