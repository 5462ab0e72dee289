import { randomBytes } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { mailedLink } from './mailbox.ts';
import { fillAddress, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockOf, stockProduct } from './stock.ts';

const brand = 'casecraft';

test.afterEach(async ({ store }) => {
  await adminOf(store).from('settings').update({ state: 'open', reopens_on: null }).eq('tenant_id', brand);
});

test('a store closes; a shopper leaves an address there, gets a mail once it opens, and orders', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs, somebodyElse, watch, keepPicture }) => {
  watch.allow(/503/);
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Clear case'),
    price: 250,
    stock: 5,
  });
  const account = await hire(store, brand, 'user');
  const shopper = await somebodyElse();
  expect(await visit(brand, `/product/${product.id}`, shopper)).toBe(200);
  await expect(shopper.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();

  await visitAs(await hire(store, brand, 'super_admin'), brand, '/admin/settings?tab=store');
  await page.getByRole('link', { name: 'Open or close the store' }).click();
  await expect(page.getByRole('heading', { name: 'Doors', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Close the store' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the store' }).click();
  await seeToast(page, 'The store is closed');

  // The open page redirects to the door on its next request.
  await shopper.getByRole('link', { name: 'Shop', exact: true }).first().click();
  await expect(shopper.getByRole('heading', { name: 'Opens soon', level: 1 })).toBeVisible();
  expect(await visit(brand, `/product/${product.id}`, shopper)).toBe(503);
  await expect(shopper.getByText(product.name)).toHaveCount(0);
  await keepPicture('casecraft-door-1280', shopper);
  await shopper.getByRole('link', { name: 'العربية' }).click();
  await expect(shopper.getByRole('heading', { name: 'الافتتاح قريبًا', level: 1 })).toBeVisible();
  await shopper.getByRole('link', { name: 'English' }).click();
  const email = `mona-${randomBytes(4).toString('hex')}@example.com`;
  await shopper.getByLabel('Email address').fill(email);
  await shopper.getByRole('button', { name: 'Tell me' }).click();
  await expect(shopper.getByRole('status')).toHaveText(/^Thank you\. We will write to this address once/);

  await page.getByRole('link', { name: 'See the store' }).click();
  await expect(page.getByRole('note')).toContainText('The store is closed.');
  await page.goto(new URL(`/product/${product.id}`, page.url()).href);
  await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();

  await page.goto(new URL('/admin/doors', page.url()).href);
  await expect(page.getByText('1 person has left an address')).toBeVisible();
  await page.getByRole('button', { name: 'Open the store' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('A phone number and an email address of the store’s own')).toBeVisible();
  await expect(dialog.getByText('A product with a price and stock')).toHaveCount(0);
  await keepPicture('casecraft-opening-1280');
  await dialog.getByRole('button', { name: 'Open the store' }).click();
  await seeToast(page, 'The store is open');

  const link = await mailedLink(store, email, 'Casecraft is open');
  await shopper.goto(link);
  await expect(shopper.getByRole('heading', { name: 'Opens soon' })).toHaveCount(0);
  await visitAs(account, brand, `/product/${product.id}`, shopper);
  await shopper.getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(shopper, 'Item added to cart');
  await visit(brand, '/checkout', shopper);
  await fillAddress(shopper, 'Mona Adel');
  await shopper.getByRole('button', { name: 'Place order' }).click();
  await expect(shopper).toHaveURL(/order-confirmation/);
  await expect.poll(() => stockOf(store, product.id)).toBe(4);
});

test('a resting store says until when, and accepts no order', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  watch,
}) => {
  watch.allow(/400/);
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Clear case'),
    price: 250,
    stock: 5,
  });
  await visitAs(await hire(store, brand, 'super_admin'), brand, '/admin/doors');
  await page.getByRole('button', { name: 'Close for holidays' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close for holidays' }).click();
  await seeToast(page, 'The store is resting');

  const shopper = await somebodyElse();
  await visitAs(await hire(store, brand, 'user'), brand, `/product/${product.id}`, shopper);
  await expect(shopper.getByRole('note')).toContainText('takes orders again on');
  await shopper.getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(shopper, 'Item added to cart');
  await visit(brand, '/checkout', shopper);
  await fillAddress(shopper, 'Mona Adel');
  await shopper.getByRole('button', { name: 'Place order' }).click();
  await expect(shopper.getByText(/This store takes orders again on/).first()).toBeVisible();
  expect(await stockOf(store, product.id)).toBe(5);
});

test('a test order is placed with one button, marked, and removed with one button', async ({
  page,
  store,
  visitAs,
}) => {
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/doors');
  await page.getByRole('button', { name: 'Place a test order' }).click();
  await expect(page.getByText('This is a test order: nobody pays for it')).toBeVisible();
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const order = page.url();
  await page.getByRole('link', { name: 'Packing slip' }).click();
  await expect(page).not.toHaveURL(order);
  // The packing slip is marked as a test too.
  await expect(page.getByText('Test', { exact: true }).first()).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Remove the test order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the test order' }).click();
  await seeToast(page, 'The test order is removed');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(page.getByText(number.replace(/^Order /, ''), { exact: true })).toHaveCount(0);
});
