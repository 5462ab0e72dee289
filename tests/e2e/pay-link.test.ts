import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, ownPhone, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const BRAND = 'duoworks';

atViewport(phone, () => {
  test('a draft agreed on by telephone is paid by whoever opens its link, and gift wrapping is offered once the store does', async ({
    page,
    store,
    visitAs,
    somebodyElse,
    keepPicture,
  }) => {
    const lamp = await stockProduct(store, { tenant_id: BRAND, name: ownName('Lamp'), price: 420, stock: 5 });
    const caller = ownName('Caller');
    const staff = await hire(store, BRAND, 'admin');
    await visitAs(staff, BRAND, '/admin/settings?tab=gifts');
    await page.getByLabel('Shoppers can have an order wrapped as a gift, with a card').check();
    await page.getByLabel('Price of the wrapping (EGP)').fill('40');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await seeToast(page, 'Saved: Gifts');

    await page.goto(new URL('/admin/orders/new', page.url()).href);
    await page.getByLabel('Search products').fill(lamp.name);
    await page.getByRole('button', { name: lamp.name }).click();
    const customer = page.getByRole('region', { name: 'Customer' });
    await customer.getByLabel('Name', { exact: true }).fill(caller);
    await customer.getByLabel('Phone', { exact: true }).fill(ownPhone());
    const delivery = page.getByRole('region', { name: 'Delivery address' });
    await delivery.getByLabel('Governorate').selectOption('Cairo');
    await delivery.getByLabel('City').fill('Maadi');
    await delivery.getByLabel('Street').fill('9 Road 233');
    await page.getByLabel('Wrap it as a gift, with a card').check();
    await page.getByLabel('Text of the card').fill('Happy birthday');
    await expect(page.getByRole('region', { name: 'Total' })).toContainText('40 EGP');
    await keepPicture('admin-new-draft-360');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await seeToast(page, 'Draft saved');
    const draft = page.getByRole('listitem', { name: caller });
    await keepPicture('admin-drafts-360');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await draft.getByRole('button', { name: 'Copy link' }).click();
    await seeToast(page, 'Link copied');
    const address = await page.evaluate(() => navigator.clipboard.readText());

    const visitor = await somebodyElse();
    await visitor.setViewportSize(phone);
    await visitor.goto(address);
    await expect(visitor.getByRole('heading', { name: 'Your order, ready to pay' })).toBeVisible();
    const items = visitor.getByRole('region', { name: 'Items' });
    await expect(items.getByRole('listitem')).toContainText(`1 × ${lamp.name}`);
    await expect(items).toContainText('420 EGP');
    await expect(items).toContainText('Gift wrapping');
    await expect(visitor.getByRole('heading', { name: /^To pay now: \d+ EGP$/ })).toBeVisible();
    await expect(visitor.getByRole('button', { name: /^Pay \d+ EGP$/ })).toBeVisible();
    await keepPicture('duoworks-pay-link-360', visitor);
    await visitor.getByText('Bank transfer', { exact: true }).click();
    await visitor.getByRole('button', { name: 'Send the picture' }).click();
    await expect(visitor.getByRole('alert')).toHaveText('Choose a picture of the transfer.');
    await keepPicture('duoworks-pay-link-transfer-360', visitor);

    const shopper = await somebodyElse();
    await shopper.setViewportSize(phone);
    await visitAs(await enrol(store, BRAND, ownName('Mona')), BRAND, `/product/${lamp.id}`, shopper);
    await shopper.getByRole('button', { name: 'Add to cart' }).first().click();
    await seeToast(shopper, 'Item added to cart');
    await shopper.goto(new URL('/checkout', shopper.url()).href);
    await shopper.getByLabel('Wrap it as a gift, with a card (40 EGP)').check();
    await shopper.getByLabel('Text of the card').fill('Happy birthday');
    await expect(shopper.getByLabel('No prices in the parcel')).toBeVisible();
    await expect(shopper.getByText('Gift wrapping', { exact: true })).toBeVisible();
    await keepPicture('duoworks-checkout-gift-360', shopper);
    await adminOf(store)
      .from('settings')
      .update({ gifts: { enabled: false, price: 0, text: '' } })
      .eq('tenant_id', BRAND)
      .throwOnError();
  });
});
