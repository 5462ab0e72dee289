import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

const BRAND = 'meeplehouse';

test('a super admin lands on the dashboard, finds anything by keyboard, and sees who changed what', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const name = ownName('Dragon dice');
  const { id } = await stockProduct(store, { tenant_id: BRAND, name, price: 60, stock: 2 });
  await visitAs(await hire(store, BRAND, 'super_admin'), BRAND, '/admin');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('region', { name: 'Sales', exact: true })).toContainText('Last 30 days');
  await expect(page.getByRole('region', { name: 'Running out' })).toBeVisible();
  await keepPicture('admin-dashboard-1280');
  const tiles = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem');
  await expect(tiles).toHaveCount(8);
  for (const tile of await tiles.all()) {
    const count = Number.parseInt((await tile.textContent()) ?? '', 10);
    const to = (await tile.getByRole('link').getAttribute('href')) ?? '';
    await tile.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`${to.replaceAll('?', '\\?')}$`));
    const shown = page.getByRole('main').getByText(/^\d+–\d+ of \d+$/);
    if (count === 0) await expect(shown).toHaveCount(0);
    else
      await expect(shown, `the list behind ${to} has what its tile counts`).toHaveText(
        new RegExp(` of ${count}$`),
      );
    await page.goBack();
  }
  await page.getByRole('link', { name: 'Products nearly sold out' }).click();
  await expect(page).toHaveURL(/\/admin\/products\?stock=low&show=visible$/);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to anything' });
  await palette.getByRole('combobox').fill(name);
  await expect(palette.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/products/edit/${id}$`));
  await page.getByLabel('Price in EGP', { exact: true }).fill('55');
  await page.getByLabel('Category').selectOption({ index: 1 });
  const category = (await page.getByLabel('Category').locator('option:checked').textContent()) ?? '';
  await page.getByRole('button', { name: 'Save product' }).click();
  await seeToast(page, `Saved: ${name}`);

  await page.getByRole('button', { name: 'Search' }).click();
  await palette.getByRole('combobox').fill('changed');
  await expect(palette.getByRole('option', { name: 'What was changed' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=changes$/);
  await page.getByLabel('Name, number or person').fill(name);
  const changes = page.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row');
  await expect(changes).toHaveCount(1);
  await expect(changes).toContainText('Staff of the test');
  await expect(changes).toContainText(/Price:\s*was 60 EGP\s*→\s*is 55 EGP/);
  await expect(changes).toContainText(new RegExp(`Category:\\s*was –\\s*→\\s*is ${category}`));
  await keepPicture('admin-changes-1280');
});

test('staff export products, change the file, dry-run it, import it and undo it, also after leaving the page', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const name = ownName('Pocket chess');
  const fresh = ownName('Travel board');
  const { id } = await stockProduct(store, { tenant_id: BRAND, name, price: 60, stock: 2 });
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products?tab=files');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const exported = await readFile(await (await downloading).path(), 'utf8');
  expect(exported).toContain(name);

  const file = (content: string) => ({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles(file(exported));
  await expect(page.getByText('products.csv: nothing would change')).toBeVisible();

  await expect(page.getByText('A blank cell, like a missing column, leaves what is there.')).toBeVisible();
  const bad = ownName('Bad');
  const shelf = ownName('Shelf');
  const rows = [
    `${id},${name},45,yes,${shelf}`,
    `,${fresh},80,no,`,
    `,${bad},cheap,no,`,
    `,${ownName('Comma')},1,200,no,${shelf}`,
  ];
  await page
    .getByLabel('Choose a CSV or Excel file')
    .setInputFiles(file(`id,name,price,featured,category\n${rows.join('\n')}\n`));
  await expect(page.getByText('products.csv: 1 product is ready')).toBeVisible();
  await expect(page.getByText(`This category is not there yet: ${shelf}`)).toBeVisible();
  await page.getByRole('button', { name: 'Create it with the import' }).click();
  await expect(page.getByText('products.csv: 2 products are ready')).toBeVisible();
  await expect(page.getByText(`This category will be created: ${shelf}`)).toBeVisible();
  const table = page.getByRole('table', { name: 'Rows of the file' });
  const refused = table.getByRole('row', { name: /Refused/ });
  await expect(refused).toHaveCount(2);
  await expect(refused.first()).toContainText(
    'Price: Write an amount up to 10,000,000, such as 120, 1,200 or 99.50.',
  );
  await expect(refused.last()).toContainText('This row has more cells than there are headings.');
  const changed = table.getByRole('row', { name: /Changed/ });
  await expect(changed).toContainText('Price: 60 EGP 45 EGP');
  await expect(changed).toContainText(`Category: – ${shelf} (new category)`);
  await keepPicture('admin-import-1280');
  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await expect(page.getByText('2 products were imported')).toBeVisible();
  await expect(refused).toHaveCount(2);
  const refusedRows = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 2 refused products' }).click();
  const download = await refusedRows;
  expect(download.suggestedFilename()).toBe('products-refused.csv');
  const content = await readFile(await download.path(), 'utf8');
  expect(content).toContain('reason,id,name,price,featured,category');
  expect(content).toContain(
    `"price: Write an amount up to 10,000,000, such as 120, 1,200 or 99.50.",,${bad},cheap,no,`,
  );
  const stored = () =>
    adminOf(store)
      .from('products')
      .select('name, price')
      .eq('tenant_id', BRAND)
      .in('name', [name, fresh])
      .is('deleted_at', null)
      .order('price');
  expect((await stored()).data).toEqual([
    { name, price: 45 },
    { name: fresh, price: 80 },
  ]);
  await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible();
  const categories = page.getByRole('tab', { name: 'Categories' });
  const files = page.getByRole('tab', { name: 'Import and export' });
  await categories.click();
  await expect(page.getByRole('button', { name: 'New category' })).toBeVisible();
  await files.click();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  // Switching back while the other tab loads cancels the switch.
  const slow = await holdRequests(page, '**/rest/v1/categories?*');
  await categories.click();
  await expect(categories).toHaveAttribute('aria-selected', 'true');
  await files.click();
  slow.release();
  const latest = page.getByRole('list', { name: 'Can be undone' }).getByRole('listitem').first();
  await expect(latest).toContainText('1 added, 1 changed');
  await expect(latest).toContainText('Staff of the test');
  await latest.getByRole('button', { name: /^Undo the change of/ }).click();
  await seeToast(page, 'Undone');
  expect((await stored()).data).toEqual([{ name, price: 60 }]);
});

test('a missing product, order or customer is reported as such, with a link to the existing ones', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const main = page.getByRole('main');
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const [address, thing, list] of [
    [`/admin/products/edit/${nobody}`, 'product', 'Products'],
    ['/admin/products/edit/nothing', 'product', 'Products'],
    [`/admin/orders?status=pending&order=${nobody}`, 'order', 'Orders'],
    [`/admin/customers?customer=${nobody}`, 'customer', 'Customers'],
  ] as const) {
    await visit('duoworks', address);
    await expect(main.getByRole('heading', { level: 1, name: `This ${thing} is not here` })).toBeVisible();
    await main.getByRole('link', { name: `All ${thing}s` }).click();
    await expect(main.getByRole('heading', { level: 1, name: list })).toBeVisible();
  }
});
