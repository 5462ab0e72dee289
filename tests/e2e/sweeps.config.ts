import { defineConfig } from '@playwright/test';
import everyday from './playwright.config.ts';

const { grepInvert: _, ...settings } = everyday;

/** Looks at every page of every brand, and at what every day looks at in one brand in all others: long, so it has a command of its own. */
export default defineConfig(settings, {
  testIgnore: [],
  outputDir: '../../test-results/e2e-sweeps',
  // A page after the other, each looked at in many ways.
  timeout: 300_000,
  grep: /@sweep|\.sweep\.test\.ts/,
});
