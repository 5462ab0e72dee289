import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';

test('staff see which couriers are set up, and register the parcels of several orders with one as they pack them', {
  tag: '@journey',
}, async ({ page, store, bosta, visitAs, keepPicture }) => {
  const brand = 'meeplehouse';
  const buyer = await enrol(store, brand, ownName('Salma'));
  const game = await stockProduct(store, { tenant_id: brand, name: ownName('Game'), price: 200, stock: 50 });
  const orders: Awaited<ReturnType<typeof orderFor>>[] = [];
  for (let n = 0; n < 3; n += 1)
    orders.push(await orderFor(store, brand, buyer, [{ product_id: game.id, quantity: 1 }]));
  for (const { move } of orders) await move('confirmed');
  const staff = await hire(store, brand, 'admin');

  await visitAs(staff, brand, '/admin/settings?tab=shipping');
  const accounts = page.getByRole('region', { name: 'Couriers' });
  await expect(accounts.getByRole('listitem').filter({ hasText: 'Bosta' })).toContainText('On');
  await expect(accounts.getByRole('listitem').filter({ hasText: 'Mylerz' })).toContainText('MYLERZ_USERNAME');
  await keepPicture('admin-courier-accounts');

  const query = `search=${buyer.name.replaceAll(' ', '+')}`;
  await visitAs(staff, brand, `/admin/orders?queue=to_pack&${query}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('button', { name: 'Pack (3)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Register with').selectOption('Bosta');
  await keepPicture('admin-pack-for-courier');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await seeToast(page, '3 orders packed');
  const numbers = orders.map(({ number }) => `${number}/1`);
  const deliveries = bosta.deliveries.filter(({ businessReference }) => numbers.includes(businessReference));
  expect(deliveries).toHaveLength(3);
});
