import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** The cumulative layout shift. */
    shifted: number;
  }
}

/** The allowed layout shift of a page, in either language. */
export const mostShift = 0.02;

/** The layout shift since the page was opened, as browsers score it. */
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
