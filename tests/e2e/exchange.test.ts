import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

test('a shopper exchanges a delivered item for another product, and staff approve it and swap a size for a caller', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const brand = 'northblock';
  const settings = adminOf(store).from('settings');
  const { data: before } = await settings.select('returns').eq('tenant_id', brand).single().throwOnError();
  await settings
    .update({ returns: { ...(before.returns as object), exchanges: 'product' } })
    .eq('tenant_id', brand)
    .throwOnError();
  const shirt = await stockProduct(store, {
    ...{ tenant_id: brand, name: ownName('Shirt'), price: 200, stock: 20, size: 'M, L' },
  });
  const coat = await stockProduct(store, {
    ...{ tenant_id: brand, name: ownName('Coat'), price: 300, stock: 20, size: 'M, L' },
  });
  const shopper = await enrol(store, brand, 'Omar Nabil');
  const order = await orderFor(store, brand, shopper, [{ product_id: shirt.id, quantity: 2, size: 'M' }]);
  for (const status of ['confirmed', 'in_production', 'shipped', 'delivered'] as const)
    await order.move(status);

  await page.setViewportSize({ width: 390, height: 844 });
  await visitAs(shopper, brand, `/account/orders/${order.id}`);
  await page.getByRole('button', { name: 'Exchange' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Request the exchange' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose what you want instead.');
  await dialog.getByLabel('What do you want instead?').fill(coat.name);
  await keepPicture('northblock-exchange-search-390');
  await dialog.getByRole('button', { name: coat.name }).click();
  await dialog.getByLabel('Color, size, type').selectOption({ index: 2 });
  await expect(dialog.getByRole('status').filter({ hasText: 'You pay 125 EGP' })).toBeVisible();
  await keepPicture('northblock-exchange-390');
  await dialog.getByRole('button', { name: 'Request the exchange for 125 EGP' }).click();
  await expect(page.getByText('Comes in exchange for items of')).toBeVisible();
  await page.getByRole('link', { name: `Order ${order.number}` }).click();
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('is reserved for you');
  await keepPicture('northblock-exchange-asked-390');

  const office = await somebodyElse();
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/orders?order=${order.id}`, office);
  const asked = office.getByRole('listitem', { name: 'Return 1' });
  await asked.getByLabel('Answer to the customer').fill('With pleasure');
  await keepPicture('office-exchange-1280', office);
  await asked.getByRole('button', { name: 'Approve the exchange' }).click();
  await seeToast(office, 'Return 1 approved');
  await expect(asked).toContainText('Its items pay 200 EGP of the new order.');

  await office.getByRole('button', { name: 'Swap size' }).click();
  const swap = office.getByRole('dialog');
  await swap.getByLabel(shirt.name).selectOption('L');
  await keepPicture('office-swap-size-1280', office);
  await swap.getByRole('button', { name: 'Order for 25 EGP' }).click();
  await seeToast(office, /^Another size is sent: order /);
  await expect(office.getByRole('listitem', { name: 'Return 2' })).toContainText('Another size');
  await settings.update({ returns: before.returns }).eq('tenant_id', brand).throwOnError();
});
