import { defineConfig } from '@playwright/test';
import everyday from './playwright.config.ts';

/** Looks at every page of every brand: long, so it has a command of its own. */
export default defineConfig(everyday, { testMatch: '**/*.sweep.test.ts', testIgnore: [] });
