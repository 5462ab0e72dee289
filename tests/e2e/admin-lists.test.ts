import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { makeBuyer } from './ordering.ts';
import { enrol } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockBanners, stockProduct } from './stock.ts';
import { sweepUnless } from './viewports.ts';

const BRAND = 'inkthread';

test.use({ viewport: { width: 1280, height: 800 } });

/** Office lists that the demo fills, and a function that adds a row to each. */
const lists = [
  { path: '/admin/products', table: 'Products', adds: 'New product' },
  { path: '/admin/products?tab=categories', table: 'Categories', adds: 'New category' },
  { path: '/admin/orders', table: 'Orders', adds: null },
  { path: '/admin/customers', table: 'Customers', adds: null },
  { path: '/admin/customers?tab=messages', table: 'Conversations', adds: null },
  { path: '/admin/content?tab=banners', table: 'Banners', adds: 'New banner' },
  { path: '/admin/content?tab=codes', table: 'Discount codes', adds: 'New code' },
  { path: '/admin/content?tab=deals', table: 'Deals', adds: 'New deal' },
  { path: '/admin/content?tab=reviews&status=approved', table: 'Reviews', adds: null },
  { path: '/admin/delivery-slots', table: 'Delivery slots', adds: 'New slot' },
  { path: '/admin/users', table: 'Users', adds: null },
  { path: '/admin/dashboard?tab=changes', table: 'Changes', adds: null },
] as const;

/** Adds a row to each list that the demo may leave empty. */
async function fill(store: StoreProcess): Promise<void> {
  const admin = adminOf(store);
  const name = ownName('Listed');
  const { id } = await stockProduct(store, {
    tenant_id: BRAND,
    name: `${name} tee`,
    price: 90,
    original_price: 120,
    stock: 9,
  });
  const writer = await enrol(store, BRAND, name);
  await stockBanners(store, BRAND, [`${name} banner`]);
  const code = { tenant_id: BRAND, code: name.toUpperCase().replace(' ', '-'), value: 10 };
  await admin
    .from('discounts')
    .insert({ ...code, kind: 'percent', description: 'For everybody who reads' })
    .throwOnError();
  await admin
    .from('conversations')
    .insert({ tenant_id: BRAND, kind: 'contact', name, email: 'nour@example.com', subject: name })
    .throwOnError();
  await admin
    .from('reviews')
    .insert({
      tenant_id: BRAND,
      product_id: id,
      user_id: writer.id,
      author_name: name,
      status: 'approved',
      rating: 4,
      title: name,
      body: 'It fits well, and the print has not faded after ten washes.',
    })
    .throwOnError();
}

/** Selected options that are wider than their menu. */
const cutChoices = (page: Page): Promise<string[]> =>
  page.locator('select').evaluateAll((menus) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('Texts cannot be measured.');
    return (menus as HTMLSelectElement[]).flatMap((menu) => {
      const style = getComputedStyle(menu);
      pen.font = style.font;
      const chosen = menu.selectedOptions[0]?.text ?? '';
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      return menu.clientWidth > 0 && pen.measureText(chosen).width > menu.clientWidth - padding + 1
        ? [chosen]
        : [];
    });
  });

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

for (const [which, shown, isDaily] of [
  ['each list of products, categories and orders', lists.slice(0, 3), true],
  // Products are the list that the others are compared with.
  ['every other list of the back office', [lists[0], ...lists.slice(3)], false],
] as const) {
  test(
    `${which} begins within 200 px of the top, has one place to add, sorts by its headers and has compact rows`,
    sweepUnless(isDaily),
    async ({ page, store, visit, visitAs, keepPicture }) => {
      await fill(store);
      await visitAs(await hire(store, BRAND, 'super_admin'), BRAND, lists[0].path);
      const ends: number[] = [];
      for (const { path, table, adds } of shown) {
        await visit(BRAND, path);
        const rows = rowsOf(page, table);
        await expect(rows.first(), path).toBeVisible();
        expect.soft((await rows.first().boundingBox())?.y, `${path} begins`).toBeLessThanOrEqual(200);
        expect.soft(await cutChoices(page), `${path} shows its filters whole`).toEqual([]);
        if (adds) {
          const box = await page.getByRole('main').getByText(adds, { exact: true }).last().boundingBox();
          ends.push(Math.round((box?.x ?? 0) + (box?.width ?? 0)));
          expect.soft(box?.y, `${path}: ${adds}`).toBeLessThanOrEqual(130);
        }
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
        // A fallback font may be a pixel taller.
        await page.evaluate(() => document.fonts.ready);
        const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
        expect.soft(Math.max(...heights), `${path} in compact rows`).toBeLessThanOrEqual(40);
        await keepPicture(`admin-list${path.replaceAll(/[/?=]/g, '-')}-compact`);
      }
      expect(Math.max(...ends) - Math.min(...ends), 'the right edges of what adds').toBeLessThanOrEqual(4);
    },
  );
}

test('the chosen columns and the row density are restored on return', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products');
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

test('an exported list contains the filtered rows of all pages and nothing else', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const word = ownName('Crate');
  for (const name of ['one', 'two', 'three']) {
    await stockProduct(store, { tenant_id: BRAND, name: `${word} ${name}`, price: 90, stock: 9 });
  }
  const buyer = await makeBuyer(store, BRAND);
  const recipient = ownName('Recipient');
  const { number } = await buyer.buys(1, 'cash_on_delivery', recipient);
  const fileOf = async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = await saving;
    const text = await readFile(await saved.path(), 'utf8');
    return { name: saved.suggestedFilename(), lines: text.trim().split('\r\n') };
  };
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, `/admin/products?search=${word}`);
  await expect(rowsOf(page, 'Products')).toHaveCount(3);
  const products = await fileOf();
  expect(products.name).toMatch(/^inkthread-products-.*\.csv$/);
  expect(products.lines).toHaveLength(4);
  expect(products.lines.join()).toContain(`${word} three`);

  await visit(BRAND, `/admin/orders?search=${encodeURIComponent(recipient)}`);
  await expect(rowsOf(page, 'Orders')).toHaveCount(1);
  const orders = await fileOf();
  expect(orders.lines).toHaveLength(2);
  expect(orders.lines[0]).toContain('Number,Placed,Customer');
  expect(orders.lines[1]).toContain(`${number},${new Date().getFullYear()}`);
  expect(orders.lines[1]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d,.*,Received,Cash on delivery,to be paid,/);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to anything' }).fill(recipient);
  await expect(page.getByRole('option', { name: number })).toContainText(`${buyer.name}, ${recipient}`);
});

test('rows are selected by checkbox, by key and as a range, and are saved or decided together', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  await fill(store);
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/customers');
  const rows = rowsOf(page, 'Customers');
  await rows.nth(0).getByRole('link').focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  await expect(bar).toContainText('1 chosen');
  await rows.nth(0).getByRole('checkbox').click();
  await rows.nth(0).getByRole('checkbox').click();
  await rows
    .nth(1)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('2 chosen');
  const saving = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  await bar.getByRole('button', { name: 'Choose none' }).click();
  await expect(bar).toHaveCount(0);
  await rows.nth(1).getByRole('checkbox').click();
  await expect(bar).toContainText('1 chosen');
  const name = (await rows.nth(0).getByRole('link').first().textContent()) ?? '';
  await page.getByLabel('Name, email or phone').fill(name);
  await expect(bar).toHaveCount(0);

  await visit(BRAND, '/admin/content?tab=codes');
  const code = rowsOf(page, 'Discount codes')
    .filter({ hasText: /LISTED-/ })
    .first();
  await code.getByRole('checkbox').click();
  await bar.getByRole('button', { name: 'Switch off' }).click();
  await seeToast(page, '1 row changed');
  await expect(code).toContainText('Switched off');
});

test('a view of the products is saved, opened and deleted', async ({ page, store, visitAs }) => {
  const name = ownName('Sold out');
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/products?stock=out');
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
