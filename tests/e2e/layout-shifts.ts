import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** How far what was painted has moved by itself. */
    shifted: number;
  }
}

/**
 * How far an Arabic page may move when its fonts come. Joined letters are wider or narrower one by one than those of the
 * font that stands in, which only the average width is fitted to, so that a line may break elsewhere.
 */
export const mostArabicShift = 0.03;

/** How far what was painted has moved by itself since the page was opened, as browsers score it. */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => window.shifted);
}
