import type { Page } from '@playwright/test';
import { brands } from '../../app/brands/brands.ts';
import { wear } from './axe.ts';
import { expect, takePicture, test } from './fixtures.ts';
import { putInCart } from './steps.ts';
import { demoPages } from './stock.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Fetches the pictures of a whole page, also those further down. */
async function unroll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ src }) => src !== '');
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}

/** Sets the size of text as people do in their browser's settings, in per cent. */
async function readAt(percent: number, page: Page): Promise<void> {
  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
  await settings.detach();
}

/** How far a page can be scrolled sideways, in px. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Texts that end before they are said: cut by a box that hides what does not fit, without saying so by an ellipsis. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
      .filter((element) => {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
        const { overflowX, overflowY, textOverflow, display } = getComputedStyle(element);
        if (!own || textOverflow === 'ellipsis' || display === 'inline' || element.clientWidth < 2)
          return false;
        const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        const high = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
        return (wide || high) && !element.matches('textarea, select, .sr-only, .sr-only *');
      })
      .map((element) => element.textContent?.trim() ?? ''),
  );
}

for (const { id: brand, customization } of brands) {
  test(`M02 the main pages of ${brand} fit three widths and 200 % text, and are kept for people to look at`, async ({
    page,
    store,
    visit,
    watch,
  }) => {
    // A picture that was fetched ahead for one width is not shown when the window gets another.
    watch.allow(/preloaded using link preload/);
    // The pop-up would stand in the picture.
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const { product } = await demoPages(store, brand);
    await visit(brand, product);
    await putInCart(page);
    const pages: Record<string, string> = { home: '/', shop: '/shop', product, cart: '/cart' };
    if (customization.enabled) pages.customize = '/customize';
    for (const [name, path] of Object.entries(pages)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit(brand, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await unroll(page);
      await wear(page, 'dark');
      await takePicture(page, `${brand}-${name}-1280-dark`);
      await wear(page, 'light');
      for (const width of [1280, 768, 360]) {
        await page.setViewportSize({ width, height: width < 600 ? 780 : 900 });
        await expect.poll(() => overhang(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
        await takePicture(page, `${brand}-${name}-${width}-light`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await readAt(200, page);
      await expect.poll(() => overhang(page), `${path} with 200 % text`).toBeLessThanOrEqual(0);
      await expect.poll(() => cutTexts(page), `${path} with 200 % text`).toEqual([]);
      await readAt(100, page);
    }
  });
}
