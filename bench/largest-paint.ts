import { type Browser, chromium } from '@playwright/test';
import { presets } from '../app/brands/presets.ts';
import { languages, pathInLanguage } from '../app/i18n/languages.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { atMost, type Figure, median } from './figures.ts';
import { open, warmUp } from './phone.ts';
import { mainPages, type RunningStore } from './running-store.ts';

/** Visits of each page; its median counts. */
const visits = 3;
/** Milliseconds. */
const mostOnAverage = 600;
const mostOfOne = 750;

/** Largest paint in milliseconds of a page on the slow phone (phone.ts). */
export async function largestPaint(browser: Browser, address: string): Promise<number> {
  const { page, metrics } = await open(browser, address);
  await page.context().close();
  return metrics.largest;
}

/** Largest paint on the slow phone of every brand's home, shop and product in each language: their mean, and the slowest. */
export async function largestPaintFigures(store: RunningStore): Promise<Figure[]> {
  const browser = await chromium.launch(await findBrowser());
  try {
    const figures: Figure[] = [];
    for (const language of languages) {
      const paints: number[] = [];
      for (const { id } of presets) {
        for (const [, path] of await mainPages(store, id)) {
          const address = `http://${id}.localhost:${store.port}${pathInLanguage(path, language)}`;
          await warmUp(browser, address);
          const seen: number[] = [];
          for (let visit = 0; visit < visits; visit += 1) seen.push(await largestPaint(browser, address));
          paints.push(median(seen));
        }
      }
      const mean = paints.reduce((sum, paint) => sum + paint, 0) / paints.length;
      figures.push(
        atMost(`slow phone, mean of all brands, ${language}: largest paint`, [mean], mostOnAverage, 'ms'),
        atMost(
          `slow phone, slowest page, ${language}: largest paint`,
          [Math.max(...paints)],
          mostOfOne,
          'ms',
        ),
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}
