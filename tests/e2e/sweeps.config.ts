import { defineConfig } from '@playwright/test';
import everyday from './playwright.config.ts';

const { grepInvert: _, ...settings } = everyday;

/** Checks every page of every brand, and in all other brands what the daily tests check in one. Slow, so it has its own command. */
export default defineConfig(settings, {
  testIgnore: [],
  outputDir: '../../test-results/e2e-sweeps',
  // One page after the other, each checked in many ways.
  timeout: 300_000,
  grep: /@sweep|\.sweep\.test\.ts/,
});
