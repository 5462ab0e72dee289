import { expect, type Page } from '@playwright/test';
import { holdRequests } from './held-requests.ts';
import { mostShift } from './layout-shifts.ts';
import { facesInUse } from './steps.ts';

/** Waits until pending state updates are rendered. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));

/**
 * Opens a page whose fonts load after its first paint, and asserts that nothing shifts.
 * @param shifted the layout shift (layout-shifts.ts)
 * @returns the result of `open`
 */
export async function expectStillWithLateFonts<Answer>(
  page: Page,
  shifted: () => Promise<number>,
  path: string,
  open: () => Promise<Answer>,
): Promise<Answer> {
  const fonts = await holdRequests(page, /\.woff2$/);
  // The load event waits for the fonts.
  const opened = open();
  await fonts.asked;
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await drawn(page);
  fonts.release();
  const answer = await opened;
  await facesInUse(page);
  await drawn(page);
  expect(await shifted(), path).toBeLessThanOrEqual(mostShift);
  await page.unrouteAll();
  return answer;
}
