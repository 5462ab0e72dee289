import type { Page } from '@playwright/test';
import { brands } from '../../app/brands/brands.ts';
import { examine, wear } from './axe.ts';
import { paleControls } from './contrast.ts';
import { expectToFit, expectToFitDouble } from './expect-to-fit.ts';
import { expect, takePicture, test } from './fixtures.ts';
import { expectWholeRings } from './focus-rings.ts';
import { mostShift, recordLayoutShifts } from './layout-shifts.ts';
import { brokenWords, ends, gapsAfterCards, headingOverhang } from './page-lines.ts';
import { facesInUse, putInCart } from './steps.ts';
import { demoPages, demoShopper } from './stock.ts';
import { desk } from './viewports.ts';

/** What is asked of a page beyond what is asked of each. */
interface Asked {
  status?: number;
  /** Controls are read in every state, in either theme. */
  controls?: boolean;
  /** Also fits the widest windows; its words are whole, and its cards fill their rows. */
  wide?: boolean;
  /** Name of the pictures that are kept for people to look at. */
  picture?: string;
}

const everyWidth = [320, 360, 768, desk.width];
const widths = [...everyWidth, 1920, 2560];

/** Waits until the page is awake and shows what it read: fields wake one after the other, and stand faded until then. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('button[type=button]:enabled').first()).toBeAttached();
  await expect(page.locator('fieldset[role=none][disabled]')).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Fetches the pictures of a whole page, also those further down. */
async function unroll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ src }) => src !== '');
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}

/** Looks at the page that is open for all that is asked of it, and names what is wrong with it. */
async function look(page: Page, path: string, { controls, wide, picture }: Asked): Promise<string[]> {
  await settled(page);
  await expectWholeRings(page, path);
  const pale = controls ? await paleControls(page) : [];
  const found = [...pale.map((line) => `${path}, ${line}`), ...(await examine(page, path))];
  if (picture) {
    await unroll(page);
    await takePicture(page, `${picture}-${desk.width}-dark`);
  }
  await wear(page, 'light');
  for (const width of wide ? widths : everyWidth) {
    await expectToFit(page, { width, height: width < 600 ? 780 : 900 }, path);
    if (picture && width > 320 && width <= desk.width) await takePicture(page, `${picture}-${width}-light`);
    if (!wide) continue;
    // On the narrowest phones a long name may part beside its picture.
    if (width >= 360) await expect.poll(() => brokenWords(page), `${path} at ${width} px`).toEqual([]);
    await expect.poll(() => headingOverhang(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
    await expect.poll(() => gapsAfterCards(page), `${path} at ${width} px`).toEqual([]);
  }
  await expectToFitDouble(page, path);
  return found;
}

const title = (which: string, brand: string) =>
  `${which} of ${brand} are read in either theme, show every focus and fit every window`;

test.beforeEach(async ({ page, watch }) => {
  // What was fetched ahead for one window is not shown in another, and pages are left for the next one.
  watch.allow(/preloaded using link preload/);
  // The pop-up would stand before the page.
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
});

for (const { id: brand, customization, design } of brands) {
  test(title('first pages', brand), async ({ page, store, visit }) => {
    const demo = await demoPages(store, brand);
    const shifted = await recordLayoutShifts(page);
    await page.setViewportSize(desk);
    await visit(brand, demo.product);
    const { display, body, mono } = design.fonts;
    const families = [display, body, mono].flatMap((face) => face?.family ?? []);
    expect(new Set(await facesInUse(page)), 'it is set in its own faces').toEqual(new Set(families));
    expect(await shifted(), 'nothing moves while fonts and pictures come').toBeLessThanOrEqual(mostShift);
    await putInCart(page);
    await expectWholeRings(page, 'what is said after adding');
    const picture = (name: string) => `${brand}-${name}`;
    const pages: Record<string, Asked> = {
      '/': { controls: true, wide: true, picture: picture('home') },
      '/shop': { wide: true, picture: picture('shop') },
      '/shop?sale=1': { controls: true },
      '/categories': { wide: true },
      [demo.category]: {},
      [demo.product]: { controls: true, picture: picture('product') },
      '/cart': { controls: true, picture: picture('cart') },
    };
    if (customization.enabled) pages['/customize'] = { controls: true, picture: picture('customize') };
    const found: string[] = [];
    for (const [path, asked] of Object.entries(pages)) {
      await page.setViewportSize(desk);
      expect(await visit(brand, path), path).toBe(200);
      found.push(...(await look(page, path, asked)));
    }
    expect(found).toEqual([]);
  });

  test(title('other pages that everybody may open', brand), async ({ page, visit, watch }) => {
    watch.allow(/status of 404|answer 404/);
    const pages: Record<string, Asked> = {
      '/shop?search=zzqqxx': {},
      '/deals': {},
      '/cart': {},
      '/contact': {},
      '/faq': {},
      '/signin': { controls: true },
      '/signup': {},
      '/forgot-password': {},
      '/reset-password': {},
      '/welcome': {},
      '/auth/callback': {},
      '/a-path-that-leads-nowhere': { status: 404 },
    };
    const found: string[] = [];
    for (const [path, asked] of Object.entries(pages)) {
      await page.setViewportSize(desk);
      expect(await visit(brand, path), path).toBe(asked.status ?? 200);
      found.push(...(await look(page, path, asked)));
    }
    expect(found).toEqual([]);
  });

  test(title('a shopper’s own pages', brand), async ({ page, store, visit, visitAs }) => {
    const { product, order } = await demoPages(store, brand);
    await page.setViewportSize(desk);
    await visitAs(demoShopper(brand), brand, product);
    await putInCart(page);
    const found: string[] = [];
    const paths = ['', '/orders', '/addresses', '/wishlist', `/orders/${order}`].map(
      (own) => `/account${own}`,
    );
    for (const path of [...paths, '/checkout', `/order-confirmation?order=${order}`]) {
      await page.setViewportSize(desk);
      expect(await visit(brand, path), path).toBe(200);
      found.push(...(await look(page, path, { wide: /orders|account$/.test(path) })));
      if (!/account(\/orders)?$/.test(path)) continue;
      for (const width of [desk.width, 1920, 2560]) {
        await page.setViewportSize({ ...desk, width });
        const { header, page: end } = await ends(page);
        // The board games' header is a pill, which is wider than the page by its own padding.
        const room = design.look === 'game-table' ? 40 : 1;
        expect(Math.abs(header - end), `${path} at ${width} px`).toBeLessThanOrEqual(room);
      }
    }
    expect(found).toEqual([]);
  });
}
