import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName } from './stock.ts';

const BRAND = 'inkthread';

test('staff try an export of Shopify out, import it, see a product with its variants in the shop, export it and take it back', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs, somebodyElse, watch, keepPicture }) => {
  const admin = adminOf(store);
  const { data: demo } = await admin
    .from('products')
    .select('images')
    .eq('tenant_id', BRAND)
    .eq('featured', true)
    .limit(1)
    .single()
    .throwOnError();
  const name = ownName('Night hoodie');
  const category = ownName('Hoodies');
  const content = readFileSync(join(import.meta.dirname, '../fixtures/shopify-products.csv'), 'utf8')
    // Pictures of this machine instead of some far away.
    .replaceAll(
      /https:\/\/cdn\.shopify\.com\/[\w/.-]+/g,
      String(Array.isArray(demo.images) ? demo.images[0] : ''),
    )
    .replaceAll('Night hoodie', name)
    .replaceAll('Enamel mug', ownName('Enamel mug'))
    .replaceAll('Rain poncho', ownName('Rain poncho'))
    .replaceAll('> Hoodies', `> ${category}`)
    .replace(/(RP-L,[^,]*,)shopify/, '$1');

  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products?tab=files');
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'products_export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await expect(page.getByText('This is a Shopify export: 3 products, 9 variants.')).toBeVisible();
  await expect(page.getByText(/^This is not taken over: Tags, .*Cost per item$/)).toBeVisible();
  const table = page.getByRole('table', { name: 'Rows of the file' });
  await expect(table.getByRole('row', { name: 'Gift card Refused' })).toContainText(
    'Gift cards are not sold here.',
  );
  await page.getByRole('button', { name: 'Create them with the import' }).click();
  await expect(page.getByText('products_export.csv: 3 products are ready')).toBeVisible();
  await expect(table.getByRole('row', { name: new RegExp(`${name} New`) })).toContainText('6 variants');
  await expect(page.getByText(/^1 variant is sold in Shopify without a count of its pieces/)).toBeVisible();
  await page.getByLabel('Pieces of each of them').fill('25');
  await keepPicture('admin-import-shopify');
  await page.getByRole('button', { name: 'Use this number' }).click();
  await expect(page.getByText('products_export.csv: 3 products are ready')).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 products' }).click();
  await expect(page.getByText('3 products were imported')).toBeVisible();

  const { data: added } = await admin
    .from('products')
    .select('id')
    .eq('tenant_id', BRAND)
    .eq('name', name)
    .single()
    .throwOnError();
  const uncounted = await admin
    .from('product_variants')
    .select('stock')
    .match({ tenant_id: BRAND, sku: 'RP-L' })
    .single()
    .throwOnError();
  expect(uncounted.data.stock).toBe(25);
  const shopper = await somebodyElse();
  await visit(BRAND, `/product/${added.id}`, shopper);
  await expect(shopper.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(shopper.getByText('Printed by hand in Cairo')).toBeVisible();
  for (const option of ['Ink black', 'Sand', 'S', 'M', 'L']) {
    await expect(shopper.getByRole('radio', { name: option, exact: true })).toBeAttached();
  }
  await keepPicture('product-imported', shopper);

  await page.getByRole('tab', { name: 'Products' }).click();
  await page.getByLabel('Search').fill(name);
  await expect(page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('row')).toHaveCount(
    1,
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const exported = await readFile(await (await saving).path(), 'utf8');
  expect(exported.trim().split('\r\n')).toHaveLength(1 + 6);
  await page.getByRole('tab', { name: 'Import and export' }).click();
  const lines = exported.replace(',NH-SA-M,', ',NH-SA-S,');
  for (const [file, said] of [
    [exported, 'again.csv: nothing would change'],
    [lines, 'Rows 5 and 6 have the same SKU, NH-SA-S.'],
    [exported.replace(',NH-SA-M,', ',NH-SAND-M,'), 'again.csv: 1 product is ready'],
  ] as const) {
    await page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'again.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    });
    await expect(page.getByText(said)).toBeVisible();
  }
  await expect(table.getByRole('row', { name: /Changed/ })).toContainText('Sand / M, SKU: NH-SA-M NH-SAND-M');

  const latest = page.getByRole('list', { name: 'Can be undone' }).getByRole('listitem').first();
  await expect(latest).toContainText('3 added');
  await latest.getByRole('button', { name: /^Undo the change of/ }).click();
  await seeToast(page, 'Undone');
  watch.allow(/status of 404|answer 404/);
  expect(await visit(BRAND, `/product/${added.id}`, shopper)).toBe(404);
});
