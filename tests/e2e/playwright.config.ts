import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
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
  // On two cores: a test waits for a third of its time.
  workers: 3,
  // Once more with a store of its own; what needed that is named at the end of the run, to be mended.
  retries: 1,
  // The limits end what hangs.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: `${RESULTS}/e2e.json` }]],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: { executablePath, args: [...args, ...plainHostArgs], env },
    screenshot: 'only-on-failure',
    // Traces take a fifth of the time; `--trace on` makes them where a failure needs one.
    trace: 'off',
    actionTimeout: 15_000,
    // What moves by itself takes time to be drawn, and to be waited for; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'Africa/Cairo',
  },
});
