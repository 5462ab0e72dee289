import { expect, test } from './fixtures.ts';
import { putInCart, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, desk } from './viewports.ts';

const BRAND = 'casecraft';

atViewport(desk, () => {
  test('a shopper in Aswan pays another fee and sees other days than one in Cairo, and a changed fee is told', {
    tag: '@journey',
  }, async ({ page, store, visit, visitAs, somebodyElse, keepPicture }) => {
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
});
