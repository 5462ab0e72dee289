import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { makeBuyer } from './ordering.ts';
import { seeToast, signIn } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';

const BRAND = 'inkthread';

test.use({ viewport: { width: 1280, height: 800 } });

/** The lists of the back office that the demo fills, and what adds to them. */
const lists = [
  { path: '/admin/products', table: 'Products', adds: 'New product' },
  { path: '/admin/orders', table: 'Orders', adds: null },
] as const;

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

test('every list begins within 200 px of the top, sorts by its headers and makes its rows compact', async ({
  page,
  store,
  visit,
  keepPicture,
}) => {
  await visit(BRAND, '/signin?next=%2Fadmin%2Fdashboard');
  await signIn(page, await hire(store, BRAND, 'super_admin'));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  for (const { path, table } of lists) {
    await visit(BRAND, path);
    const rows = rowsOf(page, table);
    await expect(rows.first(), path).toBeVisible();
    expect((await rows.first().boundingBox())?.y, `${path} begins`).toBeLessThanOrEqual(200);

    const heads = page.getByRole('table', { name: table }).getByRole('columnheader');
    const sortable = heads.filter({ has: page.getByRole('button') });
    expect(await sortable.count(), `${path} has headers that sort`).toBeGreaterThan(0);
    const head = sortable.last();
    await head.getByRole('button').click();
    await expect(head, path).toHaveAttribute('aria-sort', 'ascending');
    await head.getByRole('button').click();
    await expect(head, path).toHaveAttribute('aria-sort', 'descending');

    const compact = page.getByRole('button', { name: 'Compact rows' });
    if ((await compact.getAttribute('aria-pressed')) === 'false') await compact.click();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights), `${path} in compact rows`).toBeLessThanOrEqual(40);
    await keepPicture(`admin-list${path.replaceAll(/[/?=]/g, '-')}-compact`);
  }
});

test('what adds to a list is at the same place in each', async ({ page, store, visit }) => {
  await visit(BRAND, '/signin?next=%2Fadmin%2Fdashboard');
  await signIn(page, await hire(store, BRAND, 'admin'));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const ends: number[] = [];
  for (const { path, table, adds } of lists) {
    if (!adds) continue;
    await visit(BRAND, path);
    await expect(rowsOf(page, table).first(), path).toBeVisible();
    const box = await page.getByRole('main').getByText(adds, { exact: true }).boundingBox();
    ends.push(Math.round((box?.x ?? 0) + (box?.width ?? 0)));
    expect(box?.y, `${path}: ${adds}`).toBeLessThanOrEqual(130);
  }
  expect(Math.max(...ends) - Math.min(...ends), 'the right edges').toBeLessThanOrEqual(24);
});

test('the columns and the density that somebody chose are there when they come back', async ({
  page,
  store,
  visit,
}) => {
  await visit(BRAND, '/signin?next=%2Fadmin%2Fproducts');
  await signIn(page, await hire(store, BRAND, 'admin'));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Brand' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Category' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true');
  await visit(BRAND, '/admin/products');
  await expect(page.getByRole('columnheader', { name: 'Brand' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Category' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true');
});

test('a file of a list holds what is filtered, all pages of it and nothing else', async ({
  page,
  store,
  visit,
}) => {
  const word = ownName('Crate');
  for (const name of ['one', 'two', 'three']) {
    await stockProduct(store, { tenant_id: BRAND, name: `${word} ${name}`, price: 90, stock: 9 });
  }
  const buyer = await makeBuyer(store, BRAND);
  const { number } = await buyer.buys();
  const fileOf = async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = await saving;
    const text = await readFile(await saved.path(), 'utf8');
    return { name: saved.suggestedFilename(), lines: text.trim().split('\r\n') };
  };
  await visit(BRAND, `/signin?next=${encodeURIComponent(`/admin/products?search=${word}`)}`);
  await signIn(page, await hire(store, BRAND, 'admin'));
  await expect(rowsOf(page, 'Products')).toHaveCount(3);
  const products = await fileOf();
  expect(products.name).toMatch(/^inkthread-products-.*\.csv$/);
  expect(products.lines).toHaveLength(4);
  expect(products.lines.join()).toContain(`${word} three`);

  await visit(BRAND, `/admin/orders?search=${encodeURIComponent(buyer.name)}`);
  await expect(rowsOf(page, 'Orders')).toHaveCount(1);
  const orders = await fileOf();
  expect(orders.lines).toHaveLength(2);
  expect(orders.lines[0]).toContain('Number,Placed,Customer');
  expect(orders.lines[1]).toContain(number);
});

test('a view of the products is saved, opened and deleted', async ({ page, store, visit }) => {
  const name = ownName('Sold out');
  await visit(BRAND, '/signin?next=%2Fadmin%2Fproducts%3Fstock%3Dout');
  await signIn(page, await hire(store, BRAND, 'admin'));
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await seeToast(page, `View saved: ${name}`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/admin\/products\??$/);
  await views.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page).toHaveURL(/stock=out/);
  await views.click();
  await page.getByRole('menuitem', { name: `Delete view ${name}` }).click();
  await seeToast(page, `View deleted: ${name}`);
});
