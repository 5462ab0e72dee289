import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { putInCart, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, desk } from './viewports.ts';

const BRAND = 'casecraft';

atViewport(desk, () => {
  test('a shopper in Aswan pays another fee and sees other days than one in Cairo, and a changed fee is announced', async ({
    page,
    store,
    visit,
    visitAs,
    somebodyElse,
    keepPicture,
  }) => {
    const admin = adminOf(store);
    const product = await stockProduct(store, {
      tenant_id: BRAND,
      name: ownName('Nile case'),
      price: 200,
      stock: 5,
    });
    const places = ['New Valley'];
    const { data: zone } = await admin
      .from('shipping_zones')
      .select('id, places')
      .eq('tenant_id', BRAND)
      .contains('places', places)
      .single();
    expect(zone?.places).toContain('Aswan');
    await visitAs(await hire(store, BRAND, 'user'), BRAND, `/product/${product.id}`);
    await putInCart(page);
    await visit(BRAND, '/checkout');
    const delivery = page.getByRole('group', { name: 'Shipping' });
    const ways = delivery.getByRole('radio');
    await page.getByLabel('Governorate').selectOption('Cairo');
    await expect(delivery.getByText(/^30 EGP, free from 500 EGP/)).toBeVisible();
    await expect(ways).toHaveCount(2);
    const inCairo = (await delivery.getByText(/^30 EGP/).textContent())?.split('arrives')[1] ?? '';
    await page.getByLabel('Governorate').selectOption('Aswan');
    await expect(delivery.getByText(/^65 EGP, free from 1,200 EGP · arrives/)).toBeVisible();
    await expect(ways).toHaveCount(1);
    await expect(delivery.getByText(/^65 EGP/)).not.toContainText(inCairo);
    const total = page.getByRole('definition').filter({ hasText: /^265 EGP$/ });
    await expect(total).toBeVisible();
    await keepPicture('casecraft-checkout-aswan-1280');

    const back = await somebodyElse();
    await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/settings?tab=shipping', back);
    const zones = back.getByRole('table', { name: 'Shipping zones' });
    await zones.getByRole('button', { name: 'Edit Upper Egypt' }).click();
    const dialog = back.getByRole('dialog');
    await dialog.getByLabel('Fee, EGP').first().fill('70');
    await dialog.getByRole('button', { name: 'Save zone' }).click();
    await seeToast(back, /^Saved: Upper Egypt/);
    await expect(delivery.getByText(/^70 EGP, free from 1,200 EGP/)).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /^270 EGP$/ })).toBeVisible();
  });

  test('staff propose another delivery method for its fee, which the customer accepts', async ({
    page,
    store,
    visitAs,
    somebodyElse,
    keepPicture,
  }) => {
    const product = await stockProduct(store, {
      tenant_id: BRAND,
      name: ownName('Urgent case'),
      price: 200,
      stock: 5,
    });
    const shopper = await enrol(store, BRAND, ownName('Mona'));
    const { id } = await orderFor(store, BRAND, shopper, [{ product_id: product.id, quantity: 1 }]);
    await visitAs(await hire(store, BRAND, 'admin'), BRAND, `/admin/orders?order=${id}`);
    await page.getByRole('button', { name: 'Change the order' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Delivery', { exact: true })).toHaveValue('standard');
    await dialog.getByLabel('Delivery', { exact: true }).selectOption('Express delivery');
    await dialog.getByRole('button', { name: 'Check the price' }).click();
    await expect(dialog.getByRole('status')).toContainText('20 EGP more');
    await keepPicture('casecraft-change-delivery-1280');
    await dialog.getByRole('button', { name: 'Propose to the customer' }).click();
    await seeToast(page, 'The customer was asked');
    const change = page.getByRole('listitem', { name: 'Change 1' });
    await expect(change).toContainText('Express delivery');

    const customer = await somebodyElse();
    await visitAs(shopper, BRAND, `/account/orders/${id}`, customer);
    const proposed = customer.getByRole('region', { name: 'The store suggests a change' });
    await expect(proposed).toContainText('Express delivery');
    await keepPicture('casecraft-proposed-delivery', customer);
    await proposed.getByRole('button', { name: 'Accept the change' }).click();
    await expect(proposed).toHaveCount(0);
    const { data: order } = await adminOf(store)
      .from('orders')
      .select('shipping_method, charged')
      .eq('id', id)
      .single();
    expect(order).toEqual({ shipping_method: 'express', charged: 250 });
  });
});
