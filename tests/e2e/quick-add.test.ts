import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { choose, hydrated, pressOn, seeToast, tryAgain } from './steps.ts';
import { stockVariants } from './stock-variants.ts';
import { atViewport, desk, phone } from './viewports.ts';

const hoodieOptions = [
  { name: 'Size', kind: 'size', values: ['M', 'L'] },
  { name: 'Color', kind: 'color', values: ['Black', 'White'] },
];
const hoodieSold = [
  { options: ['M', 'Black'], stock: 4 },
  { options: ['M', 'White'], stock: 0 },
  { options: ['L', 'Black'], stock: 9, price: 340 },
  { options: ['L', 'White'], stock: 9, price: 340 },
];

const shelf = (name: string) => `/shop?search=${encodeURIComponent(name)}`;
const quickAdd = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: `Choose options: ${name}` });

atViewport(phone, () => {
  test('a card asks for the options in a bottom sheet, knows the phone, and adds the selection', async ({
    page,
    store,
    visit,
    keepPicture,
  }) => {
    const { id, name } = await stockVariants(
      store,
      'casecraft',
      'Case to choose',
      [
        { name: 'Type', kind: 'type', values: ['iPhone 16', 'Pixel 9'] },
        { name: 'Color', kind: 'color', values: ['Red', 'Blue'] },
      ],
      [
        { options: ['iPhone 16', 'Red'], stock: 9 },
        { options: ['iPhone 16', 'Blue'], stock: 9 },
        { options: ['Pixel 9', 'Red'], stock: 8, price: 330 },
        { options: ['Pixel 9', 'Blue'], stock: 0, price: 330 },
      ],
    );
    await visit('casecraft', `/product/${id}`);
    await hydrated(page);
    await expect(page.getByRole('main').getByText('From 300 EGP').first()).toBeVisible();
    await page.getByRole('main').getByText('Pixel 9', { exact: true }).click();
    await expect(page.getByRole('main').getByText('From 300 EGP')).toHaveCount(0);

    await visit('casecraft', shelf(name));
    await hydrated(page);
    await quickAdd(page, name).click();
    const sheet = page.getByRole('dialog', { name });
    await expect(sheet.getByRole('radio', { name: 'Pixel 9' })).toBeChecked();
    await expect(sheet.getByText('330 EGP')).toBeVisible();
    await expect(sheet.getByRole('radio', { name: /^Blue\s?, Sold out$/ })).toBeVisible();
    const box = await sheet.boundingBox();
    expect(box).toMatchObject({ x: 0, width: phone.width });
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(phone.height);
    await keepPicture('casecraft-quick-add-360');
    await sheet.getByRole('button', { name: 'Add to cart' }).click();
    await expect(sheet.getByText('Choose a color.')).toBeVisible();
    await choose(page, 'Color', 'Red');
    await sheet.getByRole('button', { name: 'Add to cart' }).click();
    await seeToast(page, 'Item added to cart');
    await expect(sheet).toHaveCount(0);
    await page.getByRole('button', { name: 'Go to Cart' }).click();
    await expect(page.getByRole('main').getByText('Red · Pixel 9')).toBeVisible();
    await expect(page.getByRole('main').getByText('330 EGP').first()).toBeVisible();
  });
});

atViewport(desk, () => {
  test('a card’s options are chosen by keyboard alone, their price follows, and the focus returns to the card', async ({
    page,
    store,
    visit,
    keepPicture,
  }) => {
    const { id, name } = await stockVariants(
      store,
      'inkthread',
      'Hoodie to choose',
      hoodieOptions,
      hoodieSold,
    );
    await visit('inkthread', shelf(name));
    const open = quickAdd(page, name);
    await pressOn(open);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByText('From 300 EGP')).toBeVisible();
    await keepPicture('inkthread-quick-add-1280');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();

    await pressOn(open);
    await dialog.getByRole('button', { name: 'Add to cart' }).press('Enter');
    await expect(dialog.getByText('Choose a color.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Black' })).toBeFocused();
    await page.keyboard.press('Space');
    await dialog.getByRole('radio', { name: 'L', exact: true }).press('Space');
    await expect(dialog.getByText('340 EGP')).toBeVisible();
    await expect(dialog.getByText('From', { exact: true })).toHaveCount(0);
    // The choice belongs to the card: the list's URL stays the same.
    expect(page.url()).not.toContain('variant=');
    await expect(dialog.getByRole('link', { name: 'See all details' })).toHaveAttribute(
      'href',
      new RegExp(`/product/${id}\\?variant=`),
    );
    await page.keyboard.press('Enter');
    await seeToast(page, 'Item added to cart');
    await expect(open).toBeFocused();
    await dialog.waitFor({ state: 'detached' });
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  });
});

test('options that fail to load are retried, and a deleted product is reported as such', async ({
  page,
  store,
  visit,
  watch,
}) => {
  const { id, name } = await stockVariants(
    store,
    'inkthread',
    'Hoodie on a bad line',
    hoodieOptions,
    hoodieSold,
  );
  await visit('inkthread', shelf(name));
  await hydrated(page);
  watch.allow(/\/product\/[^/]+\/now|Failed to load resource/);
  let answer: 'none' | 'gone' | 'real' = 'none';
  await page.route('**/product/*/now', (route) => {
    if (answer === 'none') return route.abort('internetdisconnected');
    return answer === 'gone' ? route.fulfill({ status: 404, json: null }) : route.fallback();
  });
  await quickAdd(page, name).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('heading', { name: 'The options did not load' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'See all details' })).toHaveAttribute(
    'href',
    `/product/${id}`,
  );
  answer = 'real';
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('radio', { name: 'M', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  answer = 'gone';
  await quickAdd(page, name).click();
  await expect(dialog.getByText('This is no longer sold')).toBeVisible();
});

test('a chooser whose code fails to load says so, and opens after a retry', async ({
  page,
  store,
  visit,
  watch,
}) => {
  const { name } = await stockVariants(store, 'inkthread', 'Hoodie without code', hoodieOptions, hoodieSold);
  await visit('inkthread', shelf(name));
  await hydrated(page);
  watch.allow(/option-chooser|Failed to fetch dynamically imported module|Failed to load resource/);
  await page.route(/option-chooser[^/]*\.js$/, (route) => route.abort('internetdisconnected'));
  await quickAdd(page, name).click();
  const failed = page.getByRole('dialog', { name: 'This did not load' });
  await expect(failed).toBeVisible();
  await page.unroute(/option-chooser[^/]*\.js$/);
  if (!(await tryAgain(page, failed))) {
    await hydrated(page);
    await quickAdd(page, name).click();
  }
  await expect(
    page.getByRole('dialog', { name }).getByRole('radio', { name: 'M', exact: true }),
  ).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  // Without scripts, the browser logs an error for each of them.
  test.beforeEach(({ watch }) => watch.allow(/\/assets\/.*\.js csp$/));

  test('a card with options links to its product’s page', async ({ page, store, visit }) => {
    const { name } = await stockVariants(
      store,
      'inkthread',
      'Hoodie without script',
      hoodieOptions,
      hoodieSold,
    );
    await visit('inkthread', shelf(name));
    await expect(quickAdd(page, name)).toBeDisabled();
    await page.getByRole('article').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/product\/hoodie-without-script[^/]*$/);
  });
});
