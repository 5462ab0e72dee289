import { expect, type Page } from '@playwright/test';
import { holdRequests } from './held-requests.ts';
import { mostShift } from './layout-shifts.ts';
import { facesInUse } from './steps.ts';

/** Waits until what the page has learnt is drawn. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));

/**
 * Opens a page whose fonts come after its first view, and expects that nothing of it moves by itself.
 * @param shifted how far what was painted has moved by itself (layout-shifts.ts)
 * @returns what `open` answers with
 */
export async function expectStillWithLateFonts<Answer>(
  page: Page,
  shifted: () => Promise<number>,
  path: string,
  open: () => Promise<Answer>,
): Promise<Answer> {
  const fonts = await holdRequests(page, /\.woff2$/);
  // A page has loaded when its fonts have.
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
