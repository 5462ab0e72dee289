import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { hydrated, putInCart, seeToast, swipeToast, tabTo } from './steps.ts';
import { ownName, stockProduct } from './stock.ts';
import { phone } from './viewports.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

declare global {
  interface Window {
    /** The pictures' names at the start and end of each view transition. */
    morphs: string[][];
    /** The page's scroll position, and a link's distance to the window's top, at the click; in px. */
    left: { offset: number; top: number };
  }
}

/** A page's scroll position, in px. */
const offset = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** An element's distance to the window's top, in px. */
const topOf = async (what: Locator): Promise<number> =>
  Math.round((await what.boundingBox())?.y ?? Number.NaN);

/** Records the scroll position at the click, as Playwright may scroll once more if something covers the link. */
const noteLeaving = (followed: Locator): Promise<void> =>
  followed.evaluate((link) =>
    link.addEventListener('click', () => {
      window.left = { offset: scrollY, top: link.getBoundingClientRect().top };
    }),
  );

const placeLeft = (page: Page): Promise<Window['left']> => page.evaluate(() => window.left);

test('a new page starts at its top, and back and forward restore a page’s position with the same products', async ({
  page,
  visit,
}) => {
  await page.setViewportSize(phone);
  await visit('inkthread', '/shop');
  await hydrated(page);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => offset(page)).toBe(0);

  const products = page.getByRole('region', { name: 'Products' });
  const names = await products.getByRole('heading').allTextContents();
  const card = products.getByRole('link').nth(15);
  await card.scrollIntoViewIfNeeded();
  await noteLeaving(card);
  await card.click();
  await expect(page).toHaveURL(/\/product\//);
  const { offset: left, top } = await placeLeft(page);
  expect(left).toBeGreaterThan(300);
  await expect.poll(() => offset(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 400));

  await page.goBack();
  await expect(page).toHaveURL(/\/shop\?page=2/);
  await expect.poll(async () => Math.abs((await topOf(card)) - top)).toBeLessThan(8);
  expect(await products.getByRole('heading').allTextContents()).toEqual(names);
  await page.goForward();
  await expect(page).toHaveURL(/\/product\//);
  await expect.poll(() => offset(page)).toBe(400);
  // Leaving the site and returning reloads the page.
  await page.goBack();
  await expect.poll(async () => Math.abs((await topOf(card)) - top)).toBeLessThan(8);
  await page.goto('about:blank');
  await page.goBack();
  await expect.poll(async () => Math.abs((await topOf(card)) - top)).toBeLessThan(8);
});

test('the skip link leads to the content, and on a listing to the list of results', async ({
  page,
  visit,
}) => {
  await visit('inkthread', '/shop?sale=1');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const skip = page.getByRole('link', { name: 'Skip to results' });
  await tabTo(page, skip);
  await page.keyboard.press('Enter');
  const products = page.getByRole('region', { name: 'Products' });
  await expect(products).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(products.getByRole('link').first()).toBeFocused();
  await expect(page).toHaveURL(/\/shop\?sale=1$/);
});

test('a slow navigation shows a progress line on top, and a picture grows from its card into its page', async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    const named = () =>
      [...document.images].map((image) => image.style.viewTransitionName).filter((name) => name !== '');
    const morphs: string[][] = [];
    window.morphs = morphs;
    document.startViewTransition = (update) => {
      morphs.push(named());
      const transition = start(update);
      void transition.updateCallbackDone.then(() => morphs.push(named()));
      return transition;
    };
  });
  await visit('inkthread', '/shop');
  const line = page.getByRole('status').filter({ hasText: 'Loading' });
  const asking = await holdRequests(page, '**/product/**');
  const cards = page.getByRole('region', { name: 'Products' }).getByRole('article');
  const card = cards.filter({ has: page.locator('img') }).first();
  const link = card.getByRole('heading').getByRole('link');
  await hydrated(page);
  await expect(line).toHaveCount(0);
  await link.click();
  await expect(line).toBeVisible();
  asking.release();
  await expect(page).toHaveURL(/\/product\//);
  await expect(line).toHaveCount(0);
  // The same picture before and after.
  const name = expect.stringMatching(/^product-/);
  await expect.poll(() => page.evaluate(() => window.morphs)).toEqual([[name], [name]]);
  expect(new Set((await page.evaluate(() => window.morphs)).flat()).size).toBe(1);
});

test('questions are searchable and are structured data; the first key press skips the header', async ({
  page,
  visit,
}) => {
  await visit('casecraft', '/faq');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('link').first()).toBeFocused();

  const shown = main.locator('summary');
  const asked = await shown.allTextContents();
  expect(asked.length).toBeGreaterThan(5);
  const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );
  const known = data.flatMap((one) => one['@graph'] ?? one).find((one) => one['@type'] === 'FAQPage');
  expect(known.mainEntity.map((question: { name: string }) => question.name)).toEqual(asked);
  const search = main.getByRole('searchbox');
  await search.fill(asked[0]?.toUpperCase() ?? '');
  await expect.poll(() => shown.count()).toBeLessThan(asked.length);
  await expect(shown.first()).toHaveText(asked[0] ?? '');
  await search.fill('zzqqxx');
  await expect(shown).toHaveCount(0);
  await search.fill('');
  await expect(shown).toHaveCount(asked.length);
});

test('a failing page says so at its top, and loads as soon as it is retried', async ({
  page,
  visit,
  watch,
}) => {
  watch.allow(/deals|status of 500/);
  await page.setViewportSize(phone);
  await visit('casecraft', '/faq');
  await hydrated(page);
  await page.route('**/deals.data*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Deals & Offers' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Test failed');
  await expect(title).toBeInViewport();
  await page.unroute('**/deals.data*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title).toHaveText('Deals');
});

test('music loads on demand, plays in a loop, and pauses; a failure is reported', async ({
  page,
  visit,
  watch,
}) => {
  watch.allow(/music|Failed to load resource/);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'media') fetched.push(new URL(request.url()).pathname);
  });
  await visit('meeplehouse', '/faq');
  const player = page.getByRole('region', { name: 'Background music' });
  await expect(player.getByRole('button')).toHaveCount(1);
  expect(fetched).toEqual([]);
  await page.route('**/music.mp3', (route) => route.abort('internetdisconnected'));
  await player.getByRole('button', { name: 'Play' }).click();
  await seeToast(page, 'The music could not be loaded');
  await page.unroute('**/music.mp3');
  await player.getByRole('button', { name: 'Play' }).click();
  await player.getByRole('button', { name: 'Pause' }).click();
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(fetched.length).toBeGreaterThan(0);
  const box = await player.boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  expect(box && box.x < 40 && box.y + box.height > height - 60, 'bottom left').toBe(true);
});

test('the footer opens both policies in one dialog with tabs, and retries if they fail to load', async ({
  page,
  visit,
  watch,
}) => {
  watch.allow(/\/policies|Failed to load resource/);
  await page.route('**/policies', (route) => route.abort('internetdisconnected'));
  await visit('duoworks', '/faq');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Terms of Service' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This did not load')).toBeVisible();
  await page.unroute('**/policies');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('tab', { name: 'Terms of Service' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(dialog.getByRole('tabpanel')).toContainText(
    /liability is limited to the cost of the product/i,
  );
  await dialog.getByRole('tab', { name: 'Shipping & Returns' }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText(/within 24 hours/i);
  // Selecting text may end outside the dialog; only a press that starts there closes it.
  await dialog.getByRole('heading', { level: 2 }).hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(dialog.getByRole('tabpanel')).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
});

test('a page is never painted in the wrong theme, and follows the device until somebody chooses', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  // Records the root's attributes when the body is created, before the first paint.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      sessionStorage.setItem('worn', document.documentElement.className);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const worn = () => page.evaluate(() => sessionStorage.getItem('worn'));
  const root = page.locator('html');
  await visit('northblock', '/faq');
  expect(await worn()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveClass('light');
  await page.getByRole('button', { name: 'Theme: Auto' }).click();
  await page.getByRole('button', { name: 'Theme: Light' }).click();
  await expect(root).toHaveClass('dark');
  await page.reload();
  expect(await worn()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Theme: Dark' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveClass('light');
});

test('one toast shows at a time, is at most 420 px wide, is focused with F8, and closes by a swipe or after five seconds', async ({
  page,
  store,
  visit,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const product = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('A case with a name that no toast has room for'),
    price: 90,
    stock: 9,
  });
  await visit('casecraft', `/product/${product.id}`);
  await putInCart(page);
  const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first();
  await add.click();
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText('Cart updated');
  await expect(toasts).toContainText(`${product.name.slice(0, 30).trimEnd()}…`);
  // Hovering keeps the toast open.
  await toasts.hover();
  expect((await toasts.boundingBox())?.width).toBeLessThanOrEqual(420);
  await page.keyboard.press('F8');
  await expect(
    page
      .getByRole('region', { name: /Notifications/ })
      .locator(':focus')
      .or(page.locator('ol:focus')),
  ).toHaveCount(1);
  await swipeToast(page, 40);
  await expect(toasts).toHaveCount(1);
  await swipeToast(page, 70);
  await expect(toasts).toHaveCount(0);
  await page.mouse.move(10, 300);
  const since = Date.now();
  await add.click();
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveCount(0);
  expect(Date.now() - since).toBeGreaterThan(4900);
});

test('nothing animates for people who prefer reduced motion, and data savers load no video', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const films: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'media') films.push(request.url());
  });
  await visit('meeplehouse');
  const row = page.getByRole('region', { name: 'On our table this week' }).getByRole('list').first();
  await row.scrollIntoViewIfNeeded();
  await expect(page.getByRole('dialog', { name: 'Promotions' })).toBeVisible({ timeout: 12_000 });
  expect(await row.evaluate((list) => list.scrollLeft)).toBe(0);
  expect(films).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.reload();
  const play = page.getByRole('button', { name: 'Play the film' });
  await expect(play).toBeVisible();
  expect(films).toEqual([]);
  await play.click();
  await expect(page.getByRole('button', { name: 'Pause the film' })).toBeVisible();
  await expect.poll(() => films.length).toBeGreaterThan(0);
});
