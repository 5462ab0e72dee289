import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { choose, hydrated } from './steps.ts';
import { demoPages, ownName, stockOptions, stockProduct } from './stock.ts';
import { phone } from './viewports.ts';

const cardNames = (page: Page) =>
  page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 3 });

async function pricesOf(page: Page): Promise<number[]> {
  const cards = page.getByRole('region', { name: 'Products' }).getByRole('article');
  // Text by text, as the text before a price may end in digits.
  const prices = await cards.evaluateAll((all) =>
    all.map((card) =>
      [...card.querySelectorAll('span')]
        .map((one) => one.textContent)
        .find((text) => /^[\d,.]+ EGP$/.test(text)),
    ),
  );
  return prices.map((price) => Number(price?.replace(/,| EGP/g, '')));
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  // Without scripts, the browser logs an error for each of them.
  test.beforeEach(({ watch }) => watch.allow(/\/assets\/.*\.js csp$/));

  test('a store is searched, sorted, filtered and paged without JavaScript, all in the URL', {
    tag: '@journey',
  }, async ({ page, visit }) => {
    await visit('inkthread', '/');
    const search = page.getByRole('banner').getByRole('searchbox');
    await search.fill('hodie');
    await search.press('Enter');
    await expect(page).toHaveURL(/\/shop\?search=hodie$/);
    await expect(page.getByText('Nothing is called “hodie”. Showing “hoodie” instead.')).toBeVisible();
    await expect(cardNames(page).first()).toContainText(/hoodie/i);

    await page.getByLabel('Sort by').selectOption('Price, low to high');
    await page.getByLabel('Sort by').locator('xpath=ancestor::form').getByRole('button').click();
    await expect(page).toHaveURL(/sort=price-asc/);
    await page.waitForLoadState();
    const prices = await pricesOf(page);
    expect(prices.length).toBeGreaterThan(1);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));

    const filters = page.getByRole('form', { name: 'Filters' });
    const black = filters.getByRole('checkbox', { name: /^black/ });
    if (!(await black.isVisible())) await filters.getByText('Color', { exact: true }).first().click();
    const label = filters.locator('label').filter({ has: page.getByRole('checkbox', { name: /^black/ }) });
    const promised = Number(/\d+$/.exec((await label.textContent()) ?? '')?.[0]);
    await black.check();
    await filters.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page).toHaveURL(/search=hodie.*color=black|color=black.*search=hodie/);
    await expect(page).toHaveURL(/sort=price-asc/);
    await expect(cardNames(page)).toHaveCount(promised);

    const chips = page.getByRole('list', { name: 'Applied filters' });
    await chips.getByRole('link', { name: 'Remove filter Search: hodie' }).click();
    await expect(page).not.toHaveURL(/search=/);
    await expect(page).toHaveURL(/color=black/);
    await chips.getByRole('link', { name: 'Remove filter black' }).click();
    await expect(page).not.toHaveURL(/color=/);
    await page.waitForLoadState();
    const first = await cardNames(page).allTextContents();
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' });
    // Rows above get their real height once scrolled into view, which moves the link again.
    await next.scrollIntoViewIfNeeded();
    await next.click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page).toHaveURL(/sort=price-asc/);
    await page.waitForLoadState();
    const second = await cardNames(page).allTextContents();
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
  });

  test('categories and deals work without JavaScript, at either URL of a category', async ({
    page,
    visit,
  }) => {
    expect(await visit('casecraft', '/categories')).toBe(200);
    // Categories of other tests may be empty.
    const tiles = page.getByRole('main').getByRole('article');
    const tile = tiles.filter({ hasNotText: 'Empty at the moment' }).first();
    const name = (await tile.getByRole('heading').textContent()) ?? '';
    const promised = await tile.textContent();
    await tile.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.waitForLoadState();
    const count = await cardNames(page).count();
    expect(promised).toContain(String(count));
    const { pathname } = new URL(page.url());
    expect(await visit('casecraft', pathname.replace('/category/', '/categories/'))).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    expect(await cardNames(page).count()).toBe(count);

    expect(await visit('casecraft', '/deals')).toBe(200);
    const cards = page.getByRole('region', { name: 'Products' }).getByRole('article');
    expect(await cards.count()).toBeGreaterThan(1);
    for (const card of await cards.all()) await expect(card).toContainText(/\d+ percent off/);
  });

  test('the link above the largest heading is clickable', async ({ page, visit }) => {
    expect(await visit('northblock', '/deals')).toBe(200);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/localhost:\d+\/$/);
  });
});

test('suggestions appear with pictures and prices while typing, tolerate typos, and are selected by keyboard', async ({
  page,
  visit,
}) => {
  await visit('inkthread', '/shop');
  const search = page
    .getByRole('banner')
    .getByRole('searchbox')
    .or(page.getByRole('banner').getByRole('combobox'));
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const answered = page.waitForResponse(/suggestions\?q=hodie$/);
  await expect(async () => {
    await search.fill('');
    await search.pressSequentially('hodie');
    await expect(list).toBeVisible({ timeout: 3000 });
  }).toPass();
  // Until then, the list may show suggestions for the first letters.
  const { entries }: { entries: { label: string }[] } = await (await answered).json();
  await expect(list.locator('.truncate')).toHaveText(entries.map(({ label }) => label));
  const product = list.getByRole('option', { name: /hoodie.*EGP/i }).first();
  await expect(product).toBeVisible();
  await expect(product.locator('img')).toHaveJSProperty('complete', true);
  const options = list.getByRole('option');
  let at = -1;
  do {
    await search.press('ArrowDown');
    at += 1;
    await expect(options.nth(at)).toHaveAttribute('aria-selected', 'true');
  } while (!(await options.nth(at).textContent())?.includes('EGP'));
  const name = (await options.nth(at).locator('.truncate').textContent()) ?? '';
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name, { ignoreCase: true });
  await expect(page).toHaveURL(/\/product\//);
});

test('a search without results says so while typing, also to screen readers, and links to all products', async ({
  page,
  visit,
  watch,
}) => {
  await visit('casecraft', '/');
  await hydrated(page);
  const banner = page.getByRole('banner');
  const search = banner.getByRole('searchbox').or(banner.getByRole('combobox'));
  await search.pressSequentially('zzqqxx');
  const list = banner.getByRole('listbox', { name: 'Suggestions' });
  const option = list.getByRole('option');
  await expect(option).toHaveText('See all products');
  await expect(banner.getByText('Nothing matches “zzqqxx”')).toBeVisible();
  await expect(banner.getByRole('status').filter({ hasText: 'Nothing matches' })).toHaveCount(1);
  await search.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');

  // A failed request must not be shown as "nothing matches".
  watch.allow(/ERR_FAILED/);
  await page.route('**/search/suggestions?*', (route) => route.abort());
  await search.press('q');
  await expect(list).toBeHidden();
  await expect(banner.getByText('Nothing matches')).toHaveCount(0);
  await page.unroute('**/search/suggestions?*');

  await search.press('Backspace');
  await expect(option).toHaveText('See all products');
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/shop$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
});

test('sharing copies the URL if the device has no share sheet, and says so if it may not', async ({
  page,
  context,
  store,
  visit,
}) => {
  const product = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('Shared case'),
    price: 90,
  });
  await visit('casecraft', `/product/${product.id}?from=mail`);
  const share = page.getByRole('button', { name: 'Share' });
  const toasts = page.getByRole('region', { name: /notifications/i });
  const address = new URL(`/product/${product.id}`, page.url()).href;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: new URL(page.url()).origin,
  });
  await expect(async () => {
    await share.click();
    await expect(toasts.getByText('Link copied')).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await share.click();
  await expect(toasts.getByText('The link could not be copied')).toBeVisible();
  await expect(toasts.getByText(address)).toBeVisible();
});

test('an open page follows the stock: few left, sold out, and back, without a backend client', async ({
  page,
  store,
  visit,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const product = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Boiler suit'),
    price: 700,
    stock: 12,
    product_type: 'Hoodie',
    size: '["M","L"]',
  });
  const set = (stock: number, size = 'M, L') => stockOptions(store, product.id, { size }, stock);
  await visit('northblock', `/product/${product.id}`);
  const buy = page.getByRole('main').locator('form').first();
  await expect(buy.getByRole('status')).toHaveText('In stock');
  // A change before the page has subscribed is not missed.
  await set(3);
  await expect(buy.getByRole('status')).toHaveText('Only 3 left');
  await set(2);
  await expect(buy.getByRole('status')).toHaveText('Only 2 left');
  await expect(buy.getByRole('spinbutton', { name: 'Quantity' })).toHaveAttribute('aria-valuemax', '2');
  await set(0);
  await expect(buy.getByRole('status')).toHaveText('Sold out');
  await expect(buy.getByRole('button', { name: 'Sold out' })).toBeDisabled();
  await set(1);
  await expect(buy.getByRole('status')).toHaveText('Only 1 left');
  await expect(buy.getByRole('button', { name: 'Add to cart' })).toBeEnabled();
  // A discontinued size is deselected.
  await choose(page, 'Size', 'L');
  await set(1, 'M, XL');
  await expect(buy.getByRole('radio', { name: 'XL' })).toBeVisible();
  await buy.getByRole('button', { name: 'Add to cart' }).click();
  await expect(buy.getByText('Choose a size')).toBeVisible();
  expect(scripts.filter((url) => /supabase/.test(url))).toEqual([]);

  await page.getByRole('button', { name: 'Size chart' }).click();
  const chart = page.getByRole('dialog', { name: 'Size chart: Hoodie' });
  await expect(chart.getByRole('row', { name: /^XL / })).toBeVisible();
  await expect(chart.getByText('All measures are in centimeters', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chart).toHaveCount(0);
});

test.describe('filters with JavaScript', () => {
  test('on a phone a checkbox in the sheet leads to its products, and chips and Back undo it', async ({
    page,
    store,
    visit,
  }) => {
    const word = ownName('Kite').replace(' ', '');
    const shelf = { tenant_id: 'inkthread', price: 100, stock: 5 };
    await stockProduct(store, { ...shelf, name: `${word} one`, color: 'black' });
    await stockProduct(store, { ...shelf, name: `${word} two`, color: 'black, red' });
    await stockProduct(store, { ...shelf, name: `${word} three`, color: 'red', stock: 0 });
    await page.setViewportSize(phone);
    await visit('inkthread', `/shop?search=${word}`);
    await expect(cardNames(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^black/ }).check();
    await expect(page).toHaveURL(/color=black/);
    await sheet.getByRole('checkbox', { name: /^In stock/ }).check();
    await expect(page).toHaveURL(/stock=in/);
    await sheet.getByRole('button', { name: 'Show 2 products' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Filters, 2 applied' })).toBeVisible();
    await expect(cardNames(page)).toHaveCount(2);
    const chips = page.getByRole('list', { name: 'Applied filters' });
    await chips.getByRole('link', { name: 'Remove filter black' }).click();
    await expect(page).not.toHaveURL(/color=/);
    await page.goBack();
    await expect(page).toHaveURL(/color=black/);
    await page.goBack();
    await expect(page).not.toHaveURL(/stock=in/);
    await expect(cardNames(page)).toHaveCount(2);
    await expect(chips.getByRole('link', { name: 'Remove filter In stock' })).toHaveCount(0);
    await page.goBack();
    await expect(cardNames(page)).toHaveCount(3);
  });

  test('an empty result says which filter is responsible, removes it, and continues', async ({
    page,
    store,
    visit,
  }) => {
    const { category } = await demoPages(store, 'inkthread');
    const id = category.replace('/category/', '');
    await visit('inkthread', category);
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await visit('inkthread', `/shop?category=${id}&search=zzqqxx`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Not on the press' })).toBeVisible();
    await expect(main.getByText('No product has all of these at once.', { exact: false })).toBeVisible();
    await expect(main).not.toContainText(id);
    await expect(main.getByRole('checkbox', { name, exact: false })).toBeChecked();
    await main.getByRole('link', { name: `Remove filter ${name}` }).click();
    await expect(main.getByText('No product goes by “zzqqxx”.', { exact: false })).toBeVisible();
    await expect(main.getByRole('link', { name: 'See all products' })).toHaveAttribute('href', '/shop');
    await main.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/category\/[a-z-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  });
});
