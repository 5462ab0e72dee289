import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast, signIn } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const brand = 'inkthread';

atViewport(phone, () => {
  test('a shopper exports their data and deletes the account by password, once their order is complete', async ({
    page,
    store,
    visit,
    visitAs,
    watch,
    keepPicture,
  }) => {
    const shopper = await enrol(store, brand, ownName('Salma'));
    const shirt = { tenant_id: brand, name: ownName('Shirt'), price: 250, stock: 5 };
    const product = await stockProduct(store, shirt);
    const order = await orderFor(store, brand, shopper, [{ product_id: product.id, quantity: 1 }]);
    await visitAs(shopper, brand, `/product/${product.id}`);
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
    await seeToast(page, 'Item added to cart');
    await visit(brand, '/account');
    const mine = page.getByRole('region', { name: 'Your data' });
    const saved = page.waitForEvent('download');
    await mine.getByRole('button', { name: 'Download my data' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('inkthread-my-data.json');
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(data).toMatchObject({ profile: { name: shopper.name }, orders: [{ number: order.number }] });

    await mine.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText('Enter your current password.')).toBeVisible();
    await keepPicture('delete-account-360');
    watch.allow(/token\?grant_type=password|delete_account|status of 40[01]/);
    const password = dialog.getByLabel('Current password', { exact: true });
    await password.fill('not my password');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText('This is not your current password.')).toBeVisible();
    await password.fill(shopper.password);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText(`Order ${order.number} is not finished.`)).toBeVisible();

    for (const status of ['confirmed', 'in_production', 'shipped', 'delivered'] as const) {
      await order.move(status);
    }
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await seeToast(page, 'Your account is deleted');
    await expect(page).toHaveURL(/\/$/);
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /cart|recent|session/.test(key)));
    await expect.poll(stored).toEqual([]);
    const row = adminOf(store).from('orders').select('user_id, customer_name').eq('id', order.id).single();
    expect((await row).data).toEqual({ user_id: null, customer_name: '' });
    await visit(brand, '/signin');
    await signIn(page, shopper);
    await seeToast(page, 'Sign in failed');
  });
});

test('a super admin exports a customer’s data and deletes the account; an admin cannot, and orders stay readable', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const name = ownName('Salma');
  const customer = await enrol(store, brand, name);
  const shirt = { tenant_id: brand, name: ownName('Shirt'), price: 250, stock: 5 };
  const order = await orderFor(store, brand, customer, [
    { product_id: (await stockProduct(store, shirt)).id, quantity: 1 },
  ]);
  await order.move('cancelled');
  const address = `/admin/customers?customer=${customer.id}`;
  const colleague = await somebodyElse();
  await visitAs(await hire(store, brand, 'admin'), brand, address, colleague);
  await expect(colleague.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(colleague.getByRole('heading', { name: 'Personal data' })).toBeHidden();

  await visitAs(await hire(store, brand, 'super_admin'), brand, address);
  const data = page.getByRole('region', { name: 'Personal data' });
  const saved = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download their data' }).click();
  expect(JSON.parse(await readFile(await (await saved).path(), 'utf8'))).toMatchObject({ profile: { name } });
  await keepPicture('customer-personal-data-1280');
  await data.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await seeToast(page, `Account deleted: ${name}`);
  await visit(brand, `/admin/orders?order=${order.id}`);
  await expect(page.getByText(order.number).first()).toBeVisible();
  await expect(page.getByText(name)).toBeHidden();
});
