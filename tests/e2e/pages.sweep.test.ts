import type { Page } from '@playwright/test';
import { presets } from '../../app/brands/presets.ts';
import { examine, wear } from './axe.ts';
import { paleControls } from './contrast.ts';
import { expectToCoverNothing } from './covered-elements.ts';
import { expectToFit, expectToFitDouble } from './expect-to-fit.ts';
import { expect, type Journey, test } from './fixtures.ts';
import { expectWholeRings } from './focus-rings.ts';
import { expectStillWithLateFonts } from './late-fonts.ts';
import { mostShift, recordLayoutShifts } from './layout-shifts.ts';
import { brokenWords, crowdedHeader, ends, gapsAfterCards, headingOverhang, tooSmall } from './page-lines.ts';
import { facesInUse, putInCart } from './steps.ts';
import { demoPages, demoShopper } from './stock.ts';
import { desk, phone } from './viewports.ts';

/** Checks of a page beyond those that every page gets. */
interface Asked {
  status?: number;
  /** The same elements in every brand: checked fully in one, elsewhere only for colors and room for texts. */
  shared?: boolean;
  /** Opened on a phone with fonts that load after the first paint. */
  late?: boolean;
  /** axe checks it on a phone too, with the bar at its end. */
  phone?: boolean;
  /** No text or control is too small. */
  readable?: boolean;
  /** On tablets, the header's parts do not overlap. */
  header?: boolean;
  /** Checks the contrast of controls in every state and theme. */
  controls?: boolean;
  /** Also fits the widest windows; texts are complete, and cards fill their rows. */
  wide?: boolean;
  /** Loads its pictures below the fold too. The name of the screenshots saved for review. */
  picture?: string;
}

/** The brand in which shared pages are checked fully: it has points. */
const WHOLE = 'meeplehouse';
/** Floating elements of the stores' pages. */
const floating: Record<string, string> = { meeplehouse: 'Play', duoworks: 'Chat with us' };

const everyWidth = [320, 360, 768, desk.width];
const outermost = [320, desk.width];
const tablets = [768, 800, 834, 1023, 1024];
const widths = [...everyWidth, 1920, 2560];

/** Waits until the page is hydrated and has its data: fields hydrate one by one, and are faded until then. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('button[type=button]:enabled').first()).toBeAttached();
  await expect(page.locator('fieldset[role=none][disabled]')).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Loads all pictures of the page, including those below the fold. */
async function unroll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ src }) => src !== '');
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}

/** Runs all checks on the open page; returns the problems. */
async function look(
  { page, keepPicture }: Pick<Journey, 'keepPicture'> & { page: Page },
  path: string,
  seenBefore: boolean,
  asked: Asked,
): Promise<string[]> {
  const { controls, wide, picture } = asked;
  await settled(page);
  if (!seenBefore) await expectWholeRings(page, path);
  const pale = controls ? await paleControls(page) : [];
  const found = [...pale.map((line) => `${path}, ${line}`), ...(await examine(page, path, seenBefore))];
  if (asked.header) {
    for (const width of tablets) {
      await page.setViewportSize({ ...desk, width });
      await expect.poll(() => crowdedHeader(page), `${path} at ${width} px`).toEqual([]);
    }
  }
  for (const window of [phone, desk]) {
    if (!asked.phone && !asked.readable) continue;
    await page.setViewportSize(window);
    if (asked.readable) found.push(...(await tooSmall(page)).map((small) => `${path}: small ${small}`));
    if (asked.phone && window === phone) found.push(...(await examine(page, `${path} on a phone`)));
  }
  if (picture) {
    await unroll(page);
    await keepPicture(`${picture}-${desk.width}-dark`);
  }
  await wear(page, 'light');
  for (const width of seenBefore ? outermost : wide ? widths : everyWidth) {
    await expectToFit(page, { width, height: width < 600 ? 780 : 900 }, path);
    if (picture && width > 320 && width <= desk.width) await keepPicture(`${picture}-${width}-light`);
    if (!wide) continue;
    // On the narrowest phones, a long name may break beside its picture.
    if (width >= 360) await expect.poll(() => brokenWords(page), `${path} at ${width} px`).toEqual([]);
    await expect.poll(() => headingOverhang(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
    await expect.poll(() => gapsAfterCards(page), `${path} at ${width} px`).toEqual([]);
  }
  if (!seenBefore) await expectToFitDouble(page, path);
  return found;
}

/** Products that appear in two shelves of the open page. */
async function productsTwice(page: Page): Promise<string[]> {
  const cards = page.getByRole('article').getByRole('heading').getByRole('link');
  const shown = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const products = shown.filter((address) => address.startsWith('/product/'));
  return products.filter((address, at) => products.indexOf(address) !== at);
}

/** Asserts that a product's page on a tablet links to the designer in its header, and centers icons in their buttons. */
async function expectWholeForm(page: Page, isCustomized: boolean): Promise<void> {
  await page.setViewportSize({ ...desk, width: 768 });
  const customize = page.getByRole('banner').getByRole('link', { name: 'Customize' });
  await expect(customize).toHaveCount(isCustomized ? 1 : 0);
  if (isCustomized) await expect(customize).toBeInViewport({ ratio: 1 });
  for (const name of ['Increase quantity', 'Decrease quantity']) {
    const button = page.getByRole('button', { name });
    const [own, sign] = await Promise.all([button.boundingBox(), button.locator('svg').boundingBox()]);
    if (!own || !sign) throw new Error(`${name} is not shown`);
    expect(Math.abs(own.x + own.width / 2 - sign.x - sign.width / 2), name).toBeLessThan(1);
    expect(Math.abs(own.y + own.height / 2 - sign.y - sign.height / 2), name).toBeLessThan(1);
  }
}

/** Asserts that the first screen of a small phone shows a product's name above the bars at its end. */
async function expectNameOnFirstScreen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  const name = await page.getByRole('heading', { level: 1 }).boundingBox();
  const bars = await page
    .locator('[data-buy-bar], nav[aria-label="Quick access"]')
    .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().top));
  const firstLine = 30;
  expect((name?.y ?? Number.NaN) + firstLine, 'the product’s name').toBeLessThanOrEqual(Math.min(...bars));
}

const title = (which: string, brand: string) =>
  `${which} of ${brand} are read in either theme, show every focus and fit every window`;

test.beforeEach(async ({ page, watch }) => {
  // Preloads for one window size may be unused in another, and pages are left early.
  watch.allow(/preloaded using link preload/);
  // Without the pop-up, which would cover the page.
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
});

for (const { id: brand, customization, design } of presets) {
  /** Opens the pages one by one; returns their problems. */
  const checkEach = async (
    { page, visit, keepPicture }: Pick<Journey, 'visit' | 'keepPicture'> & { page: Page },
    shifted: () => Promise<number>,
    pages: Record<string, Asked>,
    alsoAt: (path: string) => Promise<void> = async () => {},
  ): Promise<string[]> => {
    const found: string[] = [];
    for (const [path, asked] of Object.entries(pages)) {
      await page.setViewportSize(asked.late ? phone : desk);
      const open = () => visit(brand, path);
      const status = await (asked.late ? expectStillWithLateFonts(page, shifted, path, open) : open());
      expect(status, path).toBe(asked.status ?? 200);
      await page.setViewportSize(desk);
      found.push(
        ...(await look({ page, keepPicture }, path, asked.shared === true && brand !== WHOLE, asked)),
      );
      await alsoAt(path);
    }
    return found;
  };

  test(title('first pages', brand), async ({ page, store, visit, keepPicture }) => {
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
      '/': { controls: true, wide: true, late: true, readable: true, picture: picture('home') },
      '/shop': { wide: true, readable: true, header: true, picture: picture('shop') },
      '/shop?sale=1': { controls: true },
      '/categories': { wide: true },
      [demo.category]: {},
      [demo.product]: { controls: true, readable: true, picture: picture('product') },
      '/cart': { controls: true, phone: brand === WHOLE, picture: picture('cart') },
    };
    if (customization.enabled) pages['/customize'] = { controls: true, picture: picture('customize') };
    const covers = floating[brand];
    const found = await checkEach({ page, visit, keepPicture }, shifted, pages, async (path) => {
      if (path === demo.product) {
        await expectWholeForm(page, customization.enabled);
        await expectNameOnFirstScreen(page);
      }
      if (path === '/') expect(await productsTwice(page), 'each product stands on one shelf').toEqual([]);
      if (covers && ['/', '/shop', demo.product, '/cart'].includes(path))
        await expectToCoverNothing(page, covers, path);
    });
    expect(found).toEqual([]);
  });

  test(title('other pages that everybody may open', brand), async ({ page, visit, watch, keepPicture }) => {
    watch.allow(/status of 404|answer 404/);
    const shifted = await recordLayoutShifts(page);
    const pages: Record<string, Asked> = {
      '/shop?search=zzqqxx': { shared: true },
      '/deals': { shared: true },
      '/cart': { shared: true, late: true },
      '/contact': { shared: true },
      '/faq': { shared: true },
      '/signin': { shared: true, controls: true, late: true, readable: true },
      '/signup': { shared: true },
      '/forgot-password': { shared: true },
      '/reset-password': { shared: true },
      '/welcome': { shared: true },
      '/invitation': { shared: true },
      '/auth/callback': { shared: true },
      '/a-path-that-leads-nowhere': { status: 404, shared: true },
    };
    expect(await checkEach({ page, visit, keepPicture }, shifted, pages)).toEqual([]);
  });

  test(title('a shopper’s own pages', brand), async ({ page, store, visit, visitAs, keepPicture }) => {
    const { product, order } = await demoPages(store, brand);
    const shifted = await recordLayoutShifts(page);
    await page.setViewportSize(desk);
    await visitAs(demoShopper(brand), brand, product);
    await putInCart(page);
    const phone = brand === WHOLE;
    const pages: Record<string, Asked> = {
      '/account': { shared: true, wide: true, phone, header: true },
      '/account/orders': { shared: true, wide: true, phone },
      '/account/addresses': { shared: true, phone },
      '/account/wishlist': { shared: true, phone },
      [`/account/orders/${order}`]: { shared: true, wide: true },
      '/checkout': { shared: true },
      [`/order-confirmation?order=${order}`]: { shared: true, wide: true },
    };
    if (brand === WHOLE) pages['/account/points'] = { phone };
    const found = await checkEach({ page, visit, keepPicture }, shifted, pages, async (path) => {
      if (!/account(\/orders)?$/.test(path)) return;
      for (const width of [desk.width, 1920, 2560]) {
        await page.setViewportSize({ ...desk, width });
        const { header, page: end } = await ends(page);
        // Game Table's header is a pill, wider than the page by its own padding.
        const room = design.look === 'game-table' ? 40 : 1;
        expect(Math.abs(header - end), `${path} at ${width} px`).toBeLessThanOrEqual(room);
      }
    });
    expect(found).toEqual([]);
  });
}
