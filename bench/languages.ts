import { type Browser, chromium } from '@playwright/test';
import { presets } from '../app/brands/presets.ts';
import { languages, pathInLanguage } from '../app/i18n/languages.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { atMost, type Figure, median } from './figures.ts';
import { largestPaint } from './largest-paint.ts';
import { warmUp } from './phone.ts';
import { productIds, type RunningStore } from './running-store.ts';

/**
 * Pairs of visits, one per language, right after each other, so that fluctuations of the machine affect both.
 */
const pairs = 5;

/**
 * Largest paint of the other languages' pages relative to the default language's on a slow phone: every
 * brand's home, with its own fonts, and one brand's shop and product. Each figure is the ratio of the
 * medians, yielded as soon as it is measured.
 */
export async function* languageFigures(store: RunningStore): AsyncGenerator<Figure> {
  const browser = await chromium.launch(await findBrowser());
  try {
    for (const [at, { id }] of presets.entries()) {
      const [product] = await productIds(store, id);
      for (const path of at === 0 ? ['/', '/shop', `/product/${product}`] : ['/'])
        yield* figuresOf(browser, store, id, path);
    }
  } finally {
    await browser.close();
  }
}

async function* figuresOf(
  browser: Browser,
  { port }: RunningStore,
  brand: string,
  path: string,
): AsyncGenerator<Figure> {
  const addresses = languages.map(
    (language) => `http://${brand}.localhost:${port}${pathInLanguage(path, language)}`,
  );
  for (const address of addresses) await warmUp(browser, address);
  const paints = addresses.map((): number[] => []);
  for (let pair = 0; pair < pairs; pair += 1)
    for (const [at, address] of addresses.entries()) paints[at]?.push(await largestPaint(browser, address));
  const [own = Number.NaN, ...others] = paints.map(median);
  for (const [at, other] of others.entries()) {
    const name = `slow phone, ${brand} ${path.split('/')[1] || 'home'} in ${languages[at + 1]}: largest paint`;
    yield atMost(name, [other / own], 1.1);
  }
}
