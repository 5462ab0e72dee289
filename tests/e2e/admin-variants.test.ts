import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { StoreProcess } from '../support/store-process.ts';
import { expect, type Journey, test } from './fixtures.ts';
import { choose, inEnglish, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockOf, stockProduct } from './stock.ts';
import { stockVariants } from './stock-variants.ts';
import { atViewport, desk, phone } from './viewports.ts';

const BRAND = 'inkthread';

/** URLs of demo products' pictures. */
async function demoPictures(store: StoreProcess, count: number): Promise<string[]> {
  const products = adminOf(store).from('products').select('images').eq('tenant_id', BRAND);
  // Products of other tests have no pictures.
  const pictured = products.not('images->>0', 'is', null);
  const { data } = await pictured.order('name').limit(count).throwOnError();
  return data.map(({ images }) => (Array.isArray(images) ? String(images[0]) : ''));
}

/** A file with a single-color picture. */
async function pictureFile(name: string, background: string) {
  const buffer = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Drags a picture of the product onto a row of its grid. */
async function dragPicture(page: Page, form: Locator, name: string, row: Locator): Promise<void> {
  // Away from the window's edges, where dragging would scroll other rows under the pointer.
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await form
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name }) })
    .hover();
  await page.mouse.down();
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not there');
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 8 });
  // The row is highlighted after the next render.
  await expect(row).toHaveClass(/bg-tint/);
  await page.mouse.up();
}

/** Opens a product's page in the office as staff; returns the form of its variants. */
async function openVariants(
  page: Page,
  store: StoreProcess,
  visitAs: Journey['visitAs'],
  id: string,
): Promise<Locator> {
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, `/admin/products/edit/${id}`, page);
  const form = page.getByRole('form', { name: 'Options and variants' });
  await expect(form).toBeVisible();
  return form;
}

/** Types an option's values, each ended with Enter. */
async function typeValues(form: Locator, option: string, ...values: string[]): Promise<void> {
  const field = form.getByLabel(`Add values: ${option}`);
  for (const value of values) {
    await field.fill(value);
    await field.press('Enter');
  }
}

/** The clipboard after copying cells of a spreadsheet. */
async function copyCells(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((cells) => navigator.clipboard.writeText(cells), text);
}

atViewport(desk, () => {
  test('staff create sizes and colors, fill and paste their rows, and a shopper sees what is sold out', async ({
    page,
    store,
    visit,
    visitAs,
    somebodyElse,
    keepPicture,
    watch,
  }) => {
    // Another product has this SKU; the database refuses it.
    watch.allow(/save_product_variants|status of 400/);
    const images = await demoPictures(store, 2);
    const taken = ownName('SKU');
    const other = await stockProduct(store, { tenant_id: BRAND, name: ownName('Mug'), price: 60, stock: 4 });
    const name = ownName('Grid tee');
    const { id } = await stockProduct(store, { tenant_id: BRAND, name, price: 100, stock: 7, images });

    const single = await openVariants(page, store, visitAs, other.id);
    await single.getByLabel('SKU').fill(taken);
    await single.getByRole('button', { name: 'Save variants' }).click();
    await seeToast(page, 'Variants saved');
    expect(await stockOf(store, other.id)).toBe(4);

    await visit(BRAND, `/admin/products/edit/${id}`);
    const form = page.getByRole('form', { name: 'Options and variants' });
    await form.getByRole('button', { name: 'Add an option' }).click();
    await expect(form.getByLabel(inEnglish('Name of the option'))).toHaveValue('Size');
    await typeValues(form, 'Size', 'M', 'L', 'm');
    await expect(form.getByText('m is there already.')).toBeVisible();
    await form.getByLabel('Add values: Size').fill('XL,');
    await form.getByRole('button', { name: 'Remove XL' }).click();
    await form.getByRole('button', { name: 'Add an option' }).click();
    await form.getByLabel('Add values: Color').fill('Black, Sand');
    await form.getByLabel('Add values: Color').press('Enter');
    const rows = form.getByRole('table', { name: 'Variants' }).locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(form.getByLabel('Stock, M / Black')).toHaveValue('7');

    await form.getByLabel('Stock, M / Black').fill('5');
    await form.getByLabel('Stock, M / Black').press('Control+d');
    await expect(form.getByLabel('Stock, L / Sand')).toHaveValue('5');
    await expect(form.getByText('4 rows, 4 sold, 20 pieces')).toBeVisible();
    await form.getByLabel('Stock, L / Black').press('ArrowDown');
    await expect(form.getByLabel('Stock, L / Sand')).toBeFocused();
    await page.keyboard.type('0');

    await copyCells(page, `110\t140\t3\tA-${id}\n\t\t4\tB-${id}\n\t\t5\t${taken}\n`);
    await form.getByLabel('Price, M / Black', { exact: true }).press('Control+v');
    await seeToast(page, '3 rows pasted');
    await expect(form.getByLabel('Price, M / Black', { exact: true })).toHaveValue('110');
    await expect(form.getByLabel('Stock, L / Black')).toHaveValue('5');
    await form.getByLabel('Original, M / Black').fill('90');
    await form.getByRole('button', { name: 'Save variants' }).click();
    await expect(form.getByText('It must be higher than the price.')).toBeVisible();
    await expect(form.getByLabel('Original, M / Black')).toBeFocused();
    await form.getByLabel('Original, M / Black').fill('140');
    // Removing the message moves the rows up.
    await expect(form.getByText('It must be higher than the price.')).toHaveCount(0);

    await dragPicture(page, form, 'Picture 2', rows.filter({ hasText: 'M / Sand' }));
    await expect(form.getByRole('button', { name: 'Picture, M / Sand' }).locator('img')).toBeVisible();

    await form.getByRole('button', { name: 'Save variants' }).click();
    await expect(form.getByLabel('SKU, L / Black')).toHaveAccessibleDescription(/already has the SKU/);
    await expect(form.getByLabel('SKU, L / Black')).toBeFocused();
    await keepPicture('admin-variants-refused-1280');
    await form.getByLabel('SKU, L / Black').fill(`C-${id}`);
    await page.keyboard.press('Control+s');
    await seeToast(page, 'Variants saved');
    await expect(page.getByRole('heading', { name: '12 pieces in stock' })).toBeVisible();
    await keepPicture('admin-variants-1280');
    const { data } = await adminOf(store)
      .from('product_variants')
      .select('option1, option2, sku, price, stock, image')
      .eq('product_id', id)
      .order('position')
      .throwOnError();
    expect(data).toMatchObject([
      { option1: 'M', option2: 'Black', sku: `A-${id}`, price: 110, stock: 3, image: null },
      { option1: 'M', option2: 'Sand', sku: `B-${id}`, price: null, stock: 4, image: images[1] },
      { option1: 'L', option2: 'Black', sku: `C-${id}`, stock: 5 },
      { option1: 'L', option2: 'Sand', sku: null, stock: 0 },
    ]);

    const shopper = await somebodyElse();
    await visit(BRAND, `/product/${id}`, shopper);
    await choose(shopper, 'Size', 'L');
    const colors = shopper.getByRole('group', { name: 'Color' });
    await expect(colors.getByRole('radio', { name: /Sand ?, sold out/i })).toBeAttached();
    await expect(colors.getByRole('radio', { name: 'Black', exact: true })).toBeAttached();

    await form.getByRole('button', { name: 'Rename L' }).click();
    await page.keyboard.type('Large');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('button', { name: 'Rename Large' })).toBeFocused();
    await form.getByRole('button', { name: 'Move Large', exact: true }).press('Space');
    await expect(page.getByText(/Large.*2 of 2/)).toBeAttached();
    // A key pressed before the places are measured moves nothing.
    await expect(async () => {
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByText(/Large.*1 of 2/)).toBeAttached({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(rows.first()).toContainText('Large / Black');
    await expect(form.getByLabel('Stock, Large / Black')).toHaveValue('5');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await form.getByRole('button', { name: 'Save variants' }).click();
    await seeToast(page, 'Variants saved');
    expect(await stockOf(store, id)).toBe(12);
  });

  test('a new product is saved with its options, variants and pictures at once, or not at all', async ({
    page,
    store,
    visitAs,
    keepPicture,
    watch,
  }) => {
    // Another product has this SKU; the database refuses it.
    watch.allow(/add_product|status of 400/);
    const name = ownName('New tee');
    const sku = ownName('SKU');
    await stockVariants(store, BRAND, 'Mug', [], [{ options: [], stock: 1, sku }]);
    const stored = () =>
      adminOf(store)
        .from('products')
        .select('id, stock, size, images, product_variants (option1, option2, sku, price, stock, image)')
        .eq('name', name)
        .order('position', { referencedTable: 'product_variants' })
        .throwOnError();

    await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products/new');
    const form = page.getByRole('group', { name: 'Options and variants' });
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Pieces in stock').fill('5');
    await page
      .getByLabel('Add pictures')
      .setInputFiles([await pictureFile('front.png', '#8f3b3b'), await pictureFile('back.png', '#3b8f4a')]);

    const add = form.getByRole('button', { name: 'Add an option' });
    await add.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await expect(form.getByLabel('Add values: Size')).toBeFocused();
    await page.keyboard.type('M, L');
    await page.keyboard.press('Enter');
    await add.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Black, Sand, black');
    await page.keyboard.press('Enter');
    await expect(form.getByText('black is there already.')).toBeVisible();
    await form.getByLabel('Add values: Color').fill('');
    const rows = form.getByRole('table', { name: 'Variants' }).locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(form.getByLabel('Stock, M / Black')).toHaveValue('5');
    await expect(page.getByLabel('Pieces in stock')).toHaveCount(0);

    await form.getByLabel('Stock, M / Black').press('Control+d');
    await form.getByLabel('SKU, M / Black').fill(sku);
    await form.getByLabel('SKU, L / Sand').fill(sku.toUpperCase());
    await form.getByLabel('Price, L / Sand', { exact: true }).fill('much');
    await page.keyboard.press('Control+s');
    await expect(page.getByLabel('Price in EGP', { exact: true })).toBeFocused();
    await expect(form.getByLabel('Price, L / Sand', { exact: true })).toHaveAccessibleDescription(/amount/);
    await expect(form.getByLabel('SKU, L / Sand')).toHaveAccessibleDescription('Another row has this SKU.');
    await page.keyboard.type('100');
    await form.getByLabel('Price, L / Sand', { exact: true }).fill('120');
    await form.getByLabel('SKU, L / Sand').fill('');
    await expect(form.getByLabel('SKU, M / Black')).toHaveAccessibleDescription('');

    await expect(page.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveCount(2);
    await dragPicture(page, form, 'Picture 2', rows.filter({ hasText: 'M / Sand' }));
    await expect(form.getByRole('button', { name: 'Picture, M / Sand' }).locator('img')).toBeVisible();
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(form.getByLabel('SKU, M / Black')).toHaveAccessibleDescription(/already has the SKU/);
    await expect(form.getByLabel('SKU, M / Black')).toBeFocused();
    expect((await stored()).data).toEqual([]);
    await keepPicture('admin-new-product-refused-1280');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    // The answer returns the focus to the link; a field filled before that would lose it.
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeFocused();

    await form.getByLabel('SKU, M / Black').fill(`${sku}-1`);
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('heading', { name: '20 pieces in stock' })).toBeVisible();
    const { data } = await stored();
    const [product] = data;
    expect(data).toHaveLength(1);
    expect(product).toMatchObject({ stock: 20, size: '["M", "L"]' });
    expect(product?.product_variants).toMatchObject([
      { option1: 'M', option2: 'Black', sku: `${sku}-1`, price: null, stock: 5, image: null },
      { option1: 'M', option2: 'Sand', image: Array.isArray(product?.images) ? product.images[1] : '' },
      { option1: 'L', option2: 'Black', stock: 5 },
      { option1: 'L', option2: 'Sand', sku: null, price: 120 },
    ]);
  });

  test('two people editing one grid keep both inputs, and sales made meanwhile stay', async ({
    page,
    store,
    visitAs,
    somebodyElse,
    watch,
  }) => {
    // Conflicts with another person's changes are refused too.
    watch.allow(/save_product_variants|status of 400/);
    const { id } = await stockProduct(store, {
      tenant_id: BRAND,
      name: ownName('Shared tee'),
      price: 100,
      stock: 8,
      size: 'M, L',
    });
    const second = await somebodyElse();
    const mine = await openVariants(page, store, visitAs, id);
    const theirs = await openVariants(second, store, visitAs, id);

    await mine.getByLabel('Price, M', { exact: true }).fill('80');
    await mine.getByLabel('Stock, M').fill('10');
    await mine.getByLabel('Barcode, L').fill('6221');
    await theirs.getByLabel('Price, M', { exact: true }).fill('95');
    await theirs.getByLabel('SKU, L').fill(`L-${id}`);
    await theirs.getByRole('button', { name: 'Save variants' }).click();
    await seeToast(second, 'Variants saved');
    const stock = second.getByRole('region', { name: '8 pieces in stock' });
    await stock.getByLabel('Variant').selectOption('M (4)');
    await stock.getByLabel('Add or take pieces').fill('-1');
    await stock.getByRole('button', { name: 'Change stock' }).click();
    await expect(theirs.getByLabel('Stock, M')).toHaveValue('3');

    await mine.getByRole('button', { name: 'Save variants' }).click();
    const question = page.getByRole('alert').filter({ hasText: 'Somebody saved a newer version' });
    await expect(question.getByRole('group')).toHaveCount(1);
    await question
      .getByRole('group', { name: 'M: Price', exact: true })
      .getByLabel(/^Yours/)
      .check();
    await question.getByRole('button', { name: 'Save the chosen version' }).click();
    await seeToast(page, 'Variants saved');
    const { data } = await adminOf(store)
      .from('product_variants')
      .select('option1, price, stock, sku, barcode')
      .eq('product_id', id)
      .order('position')
      .throwOnError();
    expect(data).toEqual([
      { option1: 'M', price: 80, stock: 9, sku: null, barcode: null },
      { option1: 'L', price: null, stock: 4, sku: `L-${id}`, barcode: '6221' },
    ]);
  });
});

atViewport(phone, () => {
  test('a grid is edited on a phone, next to its row names', async ({
    page,
    store,
    visitAs,
    keepPicture,
  }) => {
    const images = await demoPictures(store, 2);
    const { id } = await stockProduct(store, {
      tenant_id: BRAND,
      name: ownName('Small tee'),
      price: 100,
      stock: 8,
      images,
      size: 'M, L',
      color: 'Black, Sand',
    });
    const form = await openVariants(page, store, visitAs, id);
    await form.getByRole('button', { name: 'Picture, L / Sand' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Picture 2' }).click();
    await form.getByLabel('Barcode, L / Sand').fill('6221');
    await expect(form.getByRole('rowheader', { name: 'L / Sand' })).toBeInViewport();
    await form.getByLabel('Sold, L / Sand').uncheck();
    await expect(form.getByText('4 rows, 3 sold, 6 pieces')).toBeVisible();
    await keepPicture('admin-variants-360');
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, 'the page is no wider than the screen').toBeLessThanOrEqual(0);
    await form.getByRole('button', { name: 'Save variants' }).click();
    await seeToast(page, 'Variants saved');
    await expect(page.getByRole('heading', { name: '6 pieces in stock' })).toBeVisible();
  });
});

test('links to variants’ stock lead to their grid, also from the same page', async ({
  page,
  store,
  visitAs,
}) => {
  const { id, name } = await stockVariants(
    store,
    BRAND,
    'Linked hoodie',
    [{ name: 'Size', kind: 'size', values: ['S', 'M'] }],
    [
      { options: ['S'], stock: 3 },
      { options: ['M'], stock: 4 },
    ],
  );
  const list = `/admin/products?search=${encodeURIComponent(name)}`;
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, list);
  await page.getByRole('link', { name: /^Stock of the variants/ }).click();
  const form = page.getByRole('form', { name: 'Options and variants' });
  await expect(form).toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('link', { name: 'See the stock of each variant' }).click();
  await expect(form).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`${id}#variants$`));
});
