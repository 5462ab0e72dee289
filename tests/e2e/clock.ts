import type { Page } from '@playwright/test';
import { hydrated } from './steps.ts';

/** Stops the page's clock. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

/** Waits for hydration, then lets time pass. */
export async function letPass(page: Page, milliseconds: number): Promise<void> {
  await hydrated(page);
  await page.clock.runFor(milliseconds);
}
