import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** How far what was painted has moved by itself. */
    shifted: number;
  }
}

/** How far a page may move by itself, in either language. */
export const mostShift = 0.02;

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
