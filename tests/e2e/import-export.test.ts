import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { orderWithHistory } from './after-sale.ts';
import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName } from './stock.ts';

const BRAND = 'inkthread';

test('staff dry-run a Shopify export, import it, see a product with its variants in the store, export it and undo it', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  watch,
  keepPicture,
}) => {
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
    // Pictures from this machine instead of the internet.
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
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles({
    name: 'products_export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await expect(page.getByText('This is a Shopify export: 3 products, 9 variants.')).toBeVisible();
  await expect(page.getByText(/^This is not taken over: Variant .*Cost per item$/)).toBeVisible();
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
  // The entered stock applies, even though its button was not pressed.
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
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('row')).toHaveCount(
    1,
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const exported = await readFile(await (await saving).path(), 'utf8');
  expect(exported.trim().split('\r\n')).toHaveLength(1 + 6);
  await page.getByRole('tab', { name: 'Import and export' }).click();
  const lines = exported.replace(',NH-SA-M,', ',NH-SA-S,');
  for (const [file, message] of [
    [exported, 'again.csv: nothing would change'],
    [lines, 'Rows 5 and 6 have the same SKU, NH-SA-S.'],
    [exported.replace(',NH-SA-M,', ',NH-SAND-M,'), 'again.csv: 1 product is ready'],
  ] as const) {
    await page.getByLabel('Choose a CSV or Excel file').setInputFiles({
      name: 'again.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    });
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(table.getByRole('row', { name: /Changed/ })).toContainText('Sand / M, SKU: NH-SA-M NH-SAND-M');

  const latest = page.getByRole('list', { name: 'Can be undone' }).getByRole('listitem').first();
  await expect(latest).toContainText('3 added');
  await latest.getByRole('button', { name: /^Undo the change of/ }).click();
  await seeToast(page, 'Undone');
  watch.allow(/status of 410|answer 410/);
  expect(await visit(BRAND, `/product/${added.id}`, shopper)).toBe(410);
});

test('staff match the columns of an unknown file once, choose its encoding, and see what cannot be imported', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  watch,
  keepPicture,
}) => {
  watch.allow(/status of 422|answer 422/);
  const admin = adminOf(store);
  const name = ownName('قميص');
  const bare = ownName('Bare tee');
  const choose = (buffer: Buffer, where = page) =>
    where
      .getByLabel('Choose a CSV or Excel file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  const content = `Artikel;Preis;Foto;EAN\n${name};"1.299,90";http://127.0.0.1/a.jpg;6.22E+12\n${bare};;;\n`;

  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products?tab=files');
  await choose(Buffer.from(content));
  await expect(page.getByText('It is not certain what the columns of this file are')).toBeVisible();
  const matching = page.getByRole('form', { name: 'Match the columns' });
  await matching.getByLabel('Artikel').selectOption('Name');
  await expect(matching.getByText('No column is the price')).toBeVisible();
  await keepPicture('admin-import-columns');
  await matching.getByLabel('Preis').selectOption('Price');
  await matching.getByLabel('Foto').selectOption('Pictures');
  await matching.getByRole('button', { name: 'Try it with these columns' }).click();
  await expect(page.getByText('list.csv: 2 products are ready')).toBeVisible();
  const table = page.getByRole('table', { name: 'Rows of the file' });
  await expect(table.getByRole('row', { name: bare })).toContainText('No price: not for sale');
  await expect(page.getByText(/^1 product has no price\. It is not for sale/)).toBeVisible();
  await expect(page.getByText(/^A spreadsheet has shortened this code.*row 2: 6\.22E\+12/)).toBeVisible();
  await expect(page.getByText('1 picture lies in another shop.', { exact: false })).toBeVisible();
  await keepPicture('admin-import-warnings');

  // In the wrong encoding the names are garbled; the column matching is remembered.
  await page.getByLabel('Letters in this file').selectOption('Western European (Windows-1252)');
  await expect(table.getByText('Ù‚Ù', { exact: false })).toBeVisible();
  await page.getByLabel('Letters in this file').selectOption('Unicode (UTF-8)');
  await expect(table.getByRole('row', { name })).toBeVisible();

  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await expect(page.getByText('2 products were imported')).toBeVisible();
  await expect(page.getByText('http://127.0.0.1/a.jpg (this is no public web address)')).toBeVisible();
  const { data } = await admin
    .from('products')
    .select('name, price, images, is_active')
    .eq('tenant_id', BRAND)
    .in('name', [name, bare])
    .order('price')
    .throwOnError();
  expect(data).toEqual([
    { name, price: 1299.9, images: [], is_active: true },
    { name: bare, price: null, images: [], is_active: false },
  ]);

  // A colleague in another browser is not asked.
  const colleague = await somebodyElse();
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products?tab=files', colleague);
  await choose(Buffer.from(content), colleague);
  await expect(colleague.getByText('list.csv: 1 product is ready')).toBeVisible();

  await page.getByRole('button', { name: 'Start again' }).click();
  await choose(Buffer.from(content));
  // The picture is retried.
  await expect(page.getByText('list.csv: 1 product is ready')).toBeVisible();
  await page.getByRole('button', { name: 'Forget the matched columns' }).click();
  await expect(page.getByText('It is not certain what the columns of this file are')).toBeVisible();
  await colleague.getByRole('button', { name: 'Start again' }).click();
  await choose(Buffer.from(content), colleague);
  await expect(colleague.getByText('It is not certain what the columns of this file are')).toBeVisible();
});

test('staff export orders in English and in Arabic with the state of their pieces and money, and no cell runs as a formula', async ({
  page,
  store,
  visitAs,
}) => {
  const customer = `=HYPERLINK("//bad.example") ${ownName('Salma')}`;
  const { id, number, buyer, staff } = await orderWithHistory(store, BRAND, customer);
  const { data: order } = await adminOf(store)
    .from('orders')
    .select('total, charged, given_back, shipments (number, carrier_name, tracking_number)')
    .eq('id', id)
    .single()
    .throwOnError();
  const shipments = order.shipments
    .toSorted((a, b) => a.number - b.number)
    .map((shipment) =>
      [`${shipment.number}:`, shipment.carrier_name, shipment.tracking_number].filter(Boolean).join(' '),
    )
    .join('; ');

  const exported = async (button: string) => {
    await expect(page.getByRole('link', { name: number })).toBeVisible();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [heads = [], ...rows] = Papa.parse<string[]>(text.slice(1).trim()).data;
    expect(rows).toHaveLength(1);
    return Object.fromEntries(heads.map((head, at) => [head, rows[0]?.[at]]));
  };

  await visitAs(staff, BRAND, `/admin/orders?search=${number}`);
  const english = await exported('Export CSV');
  expect(english).toMatchObject({
    Number: number,
    Customer: `'${customer}`,
    Email: buyer.email,
    Items: '2',
    'Items ordered': '5',
    Total: String(order.charged),
    'Total as ordered': String(order.total),
    'Costs now': String(order.charged),
    'Given back': String(order.given_back),
    'Store credit used': '50',
    'Items cancelled': '1',
    'Items refused': '0',
    'Items returned': '2',
    Parcels: shipments,
    Payment: 'Cash on delivery',
  });
  expect(order.total - order.charged).toBe(600);
  expect(order.given_back).toBeGreaterThan(0);
  expect(shipments).toContain('1: Nile Riders T ');
  expect(english.Placed).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d/);

  await page.getByRole('button', { name: 'العربية' }).click();
  const arabic = await exported('تصدير CSV');
  expect(Object.keys(arabic)).toHaveLength(Object.keys(english).length);
  expect(arabic).toMatchObject({
    الرقم: number,
    العميل: `'${customer}`,
    الإجمالي: String(order.charged),
    'الإجمالي عند الطلب': String(order.total),
    'التكلفة الآن': String(order.charged),
    'المبلغ المسترد': String(order.given_back),
    'المستخدم من رصيد المتجر': '50',
    'القطع الملغاة': '1',
    'القطع المرفوضة': '0',
    'القطع المرتجعة': '2',
    الطرود: shipments,
  });
  for (const head of [...Object.keys(arabic), arabic.الحالة, arabic.الدفع, arabic['حالة الدفع']])
    expect(head).not.toMatch(/[A-Za-z]/);
});
