import { expect, test } from './fixtures.ts';
import { makeBuyer } from './ordering.ts';
import { inEnglish, seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';

test('keyboard users keep their place when something is moved, noted or deleted, and save with Ctrl S', async ({
  page,
  store,
  visitAs,
}) => {
  const buyer = await makeBuyer(store, 'casecraft');
  const { number } = await buyer.buys();
  const search = ownName('Desk');
  for (const [name, price] of [
    ['case', 90],
    ['strap', 80],
    ['stand', 70],
  ] as const) {
    await stockProduct(store, { tenant_id: 'casecraft', name: `${search} ${name}`, price, stock: 9 });
  }
  await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', '/admin/orders');

  await page.getByRole('link', { name: number }).press('Enter');
  await expect(page).toHaveTitle(`Order ${number} | Casecraft`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem').last()).toHaveText('Order');
  await page.getByRole('button', { name: 'Confirmed' }).press('Enter');
  await seeToast(page, `Order ${number}: Confirmed`);
  await expect(page.getByRole('button', { name: 'Being packed' })).toBeFocused();
  await page.getByLabel('Note', { exact: true }).fill('Rings twice');
  await page.keyboard.press('Control+Enter');
  await seeToast(page, 'Note added');
  await page.getByLabel('Note', { exact: true }).fill('Is on the third floor');
  const addNote = page.getByRole('button', { name: 'Add note' });
  await expect(addNote).toBeEnabled();
  await addNote.press('Enter');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Is on the third floor');
  await expect(addNote).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to anything' }).fill('discount c');
  await expect(page.getByRole('option', { name: 'Discount codes' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Discount codes' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'New code' }).press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await page.getByLabel('Search products').fill(search);
  await expect(page.getByRole('status').filter({ hasText: '3 products' })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: `Delete ${search} stand` }).press('Enter');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('button', { name: `Delete ${search} strap` })).toBeFocused();

  await page.getByRole('link', { name: `${search} strap`, exact: true }).press('Enter');
  await page.getByLabel(inEnglish('Unit')).fill('pair');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.keyboard.press('Control+s');
  await seeToast(page, /^Saved: /);
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await crumbs.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/search=Desk.*sort=price/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/admin\/products\?sort=price$/);
  await expect(page.getByLabel('Search products')).toBeFocused();
});

test('a toast about the selected products never covers the buttons for them', async ({
  page,
  store,
  visitAs,
}) => {
  // Far enough down that the bar sticks to the bottom of the window.
  await page.setViewportSize({ width: 1280, height: 340 });
  const search = ownName('Shelf');
  await stockProduct(store, { tenant_id: 'casecraft', name: `${search} case`, price: 90, stock: 9 });
  await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', `/admin/products?search=${search}`);
  await page.getByRole('checkbox', { name: `Choose ${search} case` }).click();
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Mark as new', exact: true }).click();
  await seeToast(page, '1 product changed');
  const toast = page.getByRole('listitem').filter({ hasText: '1 product changed' });
  await expect(async () => {
    const [over, under] = [await toast.boundingBox(), await bar.boundingBox()];
    expect((over?.y ?? Number.NaN) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0);
  }).toPass({ timeout: 4_000 });
});

test('the command palette accepts input from the moment it opens, and "?" explains the keys', async ({
  page,
  store,
  visitAs,
}) => {
  await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', '/admin/products');
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reports');
  const palette = page.getByRole('dialog', { name: 'Go to anything' });
  await expect(palette.getByRole('combobox')).toHaveValue('reports');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(help.getByText('Ctrl K')).toBeVisible();
  await expect(help.getByText('Choose the row')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search products').press('?');
  await expect(page.getByLabel('Search products')).toHaveValue('?');
  await expect(help).toBeHidden();
});

test('J and K enter a newly opened list at its first row, and a list returned to at the last row', async ({
  page,
  store,
  visitAs,
}) => {
  const search = ownName('Row');
  for (const letter of ['a', 'b', 'c'])
    await stockProduct(store, { tenant_id: 'casecraft', name: `${search} ${letter}`, price: 90, stock: 9 });
  const list = `/admin/products?search=${search}&sort=name`;
  await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', list);
  const link = (letter: string) => page.getByRole('link', { name: `${search} ${letter}`, exact: true });
  await expect(link('a')).toBeVisible();
  const leaveFocus = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await leaveFocus();
  await page.keyboard.press('j');
  await expect(link('a')).toBeFocused();
  await page.keyboard.press('j');
  await expect(link('b')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Chosen rows' })).toContainText('1 chosen');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${search} b`, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(link('b')).toBeVisible();
  await leaveFocus();
  await page.keyboard.press('k');
  await expect(link('b')).toBeFocused();
});
