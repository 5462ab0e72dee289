import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
import { disabledFeatures } from '../support/browser-features.ts';
import { plainHostArgs } from './plain-host.ts';

const { executablePath, args, env } = await findBrowser();
const RESULTS = '../../test-results';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  testIgnore: '**/*.sweep.test.ts',
  grepInvert: /@sweep/,
  outputDir: `${RESULTS}/e2e`,
  globalSetup: './store-template.ts',
  fullyParallel: true,
  forbidOnly: true,
  // On two cores: a test spends a third of its time waiting.
  workers: 3,
  // Retried once with its own store; the summary lists retried tests, which must be fixed.
  retries: 1,
  // Timeouts for hanging tests.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: `${RESULTS}/e2e.json` }]],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: { executablePath, args: [...args, ...plainHostArgs, disabledFeatures], env },
    screenshot: 'only-on-failure',
    // Traces take a fifth of the time; use `--trace on` to debug a failure.
    trace: 'off',
    actionTimeout: 15_000,
    // Animations take time to render and to wait for; tests of motion enable them.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'Africa/Cairo',
  },
});
