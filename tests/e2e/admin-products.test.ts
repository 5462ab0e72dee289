import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { inEnglish, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockOf, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const BRAND = 'inkthread';

/** A single-color picture, in a color of its own. */
async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Asserts that nothing on the page scrolls sideways. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, 'the page is no wider than the screen').toBeLessThanOrEqual(0);
}

atViewport(phone, () => {
  test('staff add a category and a product with pictures, and a shopper sees it', {
    tag: '@journey',
  }, async ({ page, store, visit, visitAs, somebodyElse, keepPicture }) => {
    const category = ownName('Winter');
    const name = ownName('Snow hoodie');
    await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products?tab=categories');

    await page.getByRole('button', { name: 'New category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save category' }).click();
    await expect(dialog.getByText('Category name is required')).toBeVisible();
    await dialog.getByLabel(inEnglish('Name')).fill(`  ${category} `);
    await dialog.getByLabel('Choose picture').setInputFiles(await picture('winter.png', '#3b6e8f'));
    await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save category' }).click();
    await expect(page.getByRole('row', { name: category })).toBeVisible();
    const kept = await adminOf(store).from('categories').select('image').eq('name', category).single();
    expect(kept.data?.image).toMatch(
      /\/storage\/v1\/object\/public\/website-images\/category-images\/inkthread\/[\w-]{36}\.png$/,
    );
    await keepPicture('admin-categories-360');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'New category' }).click();
    await dialog.getByLabel(inEnglish('Name')).fill(category.toUpperCase());
    await dialog.getByRole('button', { name: 'Save category' }).click();
    await expect(dialog.getByText('A category with this name already exists')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();

    await page
      .getByRole('main')
      .getByRole('combobox', { name: 'Products', exact: true })
      .selectOption('Products');
    await page.getByRole('link', { name: 'New product' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Category').selectOption(category);
    await page.getByLabel('Price in EGP', { exact: true }).fill('120');
    await page.getByLabel('Original price in EGP').fill('100');
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(page.getByText('The original price must be higher than the price.')).toBeVisible();
    await page.getByLabel('Original price in EGP').fill('160');
    await expect(page.getByText('Shoppers see a badge: −25%')).toBeVisible();
    await page.getByLabel('Pieces in stock').fill('7');
    await page.getByRole('button', { name: 'Add an option' }).click();
    await page.getByLabel('Add values: Size').fill('M, L');
    await page.getByLabel('Add values: Size').press('Enter');
    await expect(page.getByLabel('Stock, M')).toHaveValue('7');
    await page.getByLabel('Stock, M').fill('4');
    await page.getByLabel('Stock, L').fill('3');
    await page
      .getByLabel('Add pictures')
      .setInputFiles([await picture('front.png', '#8f3b3b'), await picture('back.png', '#3b8f4a')]);
    await page.getByLabel(inEnglish('What picture 2 shows')).fill('From behind');
    await keepPicture('admin-new-product-360');
    await expectNoSidewaysScroll(page);
    const behind = page.getByRole('list', { name: 'Pictures' }).getByRole('img', { name: 'From behind' });
    const address = await behind.getAttribute('src');
    await page.getByRole('button', { name: 'Drag picture 2' }).press('Space');
    await expect(page.getByText('Now at place 2 of 2.')).toBeAttached();
    // Arrow keys work once dnd-kit has measured the list, a moment after picking up.
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('Now at place 1 of 2.')).toBeAttached({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await page.keyboard.press('Space');
    await expect(page.getByLabel(inEnglish('What picture 1 shows'))).toHaveValue('From behind');
    await page.getByRole('button', { name: 'Move picture 1 later' }).click();
    await expect(page.getByLabel(inEnglish('What picture 2 shows'))).toHaveValue('From behind');
    await page.getByRole('button', { name: 'Move picture 2 earlier' }).click();
    await expect(page.getByLabel(inEnglish('What picture 1 shows'))).toHaveValue('From behind');
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    const stock = page.getByRole('region', { name: '7 pieces in stock' });
    await stock.getByLabel('Add or take pieces').fill('-2');
    await stock.getByRole('button', { name: 'Change stock' }).click();
    await expect(stock.getByText('Choose which variant.')).toBeVisible();
    await stock.getByLabel('Variant').selectOption('M (4)');
    await page.getByLabel('Reason').fill('Damaged');
    await page.getByRole('button', { name: 'Change stock' }).click();
    await expect(page.getByRole('heading', { name: '5 pieces in stock' })).toBeVisible();
    expect(await stockOf(store, id)).toBe(5);
    await page.locator('summary', { hasText: 'How the stock came to be' }).click();
    await expect(page.getByRole('row', { name: /M −2 2 Changed by hand: Damaged/ })).toBeVisible();

    const shopper = await somebodyElse();
    expect(await visit(BRAND, `/product/${id}`, shopper)).toBe(200);
    await expect(shopper.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(shopper.getByText('120 EGP').first()).toBeVisible();
    await expect(shopper.getByRole('main').getByRole('img', { name: 'From behind' }).first()).toBeVisible();

    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await page.getByRole('button', { name: 'Save product' }).click();
    await seeToast(page, `Saved: ${name}`);
    const file = address?.split('?')[0]?.replace('/pictures/product-images/', '') ?? '';
    const there = () => adminOf(store).storage.from('product-images').exists(file);
    await expect.poll(async () => (await there()).data).toBe(false);
  });
});

test('two people editing one product see each other, and neither overwrites the other', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const name = ownName('Shared cap');
  const { id } = await stockProduct(store, { tenant_id: BRAND, name, price: 90, stock: 3, brand: 'Souk' });
  const path = `/admin/products/edit/${id}`;
  const second = await somebodyElse();
  for (const [who, role] of [
    [page, 'admin'],
    [second, 'super_admin'],
  ] as const) {
    await visitAs(await hire(store, BRAND, role), BRAND, path, who);
    await expect(who.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  for (const who of [page, second]) {
    await expect(who.getByText('Staff of the test has this open too')).toBeVisible();
  }

  await second.getByLabel('Price in EGP', { exact: true }).fill('95');
  await second.getByLabel(inEnglish('Brand')).fill('Souk & Co');
  await second.getByLabel(inEnglish('Unit')).fill('piece');
  await second.getByRole('button', { name: 'Save product' }).click();
  await seeToast(second, `Saved: ${name}`);
  await page.getByLabel('Price in EGP', { exact: true }).fill('80');
  await page.getByLabel(inEnglish('Brand')).fill('Souk Studio');
  await page.getByRole('button', { name: 'Save product' }).click();
  const question = page.getByRole('alert').filter({ hasText: 'Somebody saved a newer version' });
  const price = question.getByRole('group', { name: 'Price', exact: true });
  await expect(price.getByRole('radio', { name: /^Yours/ })).toBeChecked();
  const brand = question.getByRole('group', { name: 'Brand' });
  await expect(brand).toContainText('Souk & Co');
  await brand.getByRole('radio', { name: /^Saved meanwhile/ }).check();
  await expect(question.getByRole('group', { name: 'Unit' })).toBeHidden();
  await keepPicture('admin-conflict-1280');
  await question.getByRole('button', { name: 'Save the chosen version' }).click();
  await seeToast(page, `Saved: ${name}`);
  await expect(page.getByLabel(inEnglish('Brand'))).toHaveValue('Souk & Co');
  await expect(page.getByLabel(inEnglish('Unit'))).toHaveValue('piece');
  const { data } = await adminOf(store).from('products').select('price, brand, unit').eq('id', id).single();
  expect(data).toEqual({ price: 80, brand: 'Souk & Co', unit: 'piece' });

  await second.getByRole('link', { name: 'Content' }).click();
  await second.getByRole('tab', { name: 'Deals' }).click();
  await second.getByRole('button', { name: 'New deal' }).click();
  const deal = second.getByRole('dialog');
  await deal.getByLabel('Find a product').fill(name);
  await deal.getByRole('button', { name: `Choose ${name}` }).click();
  await expect(deal.getByText('Staff of the test has this open too')).toBeVisible();
  await expect(page.getByText('Staff of the test has this open too')).toBeVisible();

  await page.getByLabel('Reason').fill('Counted again');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Reason')).toHaveValue('Counted again');
  await page.getByLabel('Reason').fill('');

  await page.getByLabel('Name', { exact: true }).fill('Something else');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Something else');
});

test('staff find products, change them together, delete them, and undo it all', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const word = ownName('Lot').split(' ')[1] ?? '';
  const names = ['Anchor', 'Bell', 'Coin'].map((name) => `${name} ${word}`);
  for (const [index, name] of names.entries()) {
    await stockProduct(store, { tenant_id: BRAND, name, price: 100 + index, stock: index });
  }
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  const rows = page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(new RegExp(`[?&]search=${word}`));
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows.first()).toContainText(names[0] ?? '');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Brand' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Brand' })).toBeVisible();

  await rows.nth(0).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  await expect(bar).toContainText('2 chosen');
  await bar.getByRole('button', { name: 'Price' }).click();
  await page.getByRole('dialog').getByLabel('Percent').fill('-10');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('dialog').getByLabel('Percent')).toHaveValue('-10');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(rows.nth(0)).toContainText('90 EGP');
  await expect(rows.nth(0)).toContainText('100 EGP');
  await keepPicture('admin-products-1280');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows.nth(0)).not.toContainText('90 EGP');

  await bar.getByRole('button', { name: 'Choose all 3' }).click();
  await expect(bar).toContainText('3 chosen');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No products here')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(3);

  for (const place of [0, 1]) await rows.nth(place).getByRole('checkbox').click();
  await page.getByRole('button', { name: `Delete ${names[1]}` }).click();
  await expect(rows).toHaveCount(2);
  await expect(bar).toContainText('1 chosen');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(3);
});
