import { expect, test } from './fixtures.ts';
import { fillAddress, seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { atViewport, desk } from './viewports.ts';

const brand = 'duoworks';

atViewport(desk, () => {
  test('somebody whose wallet is declined at Paymob says so, chooses instalments for the same order, and has paid it', {
    tag: '@journey',
  }, async ({ page, store, paymob, visit, visitAs, keepPicture }) => {
    const product = await stockProduct(store, {
      tenant_id: brand,
      name: ownName('Wallet print'),
      price: 500,
      stock: 2,
    });
    await visitAs(await hire(store, brand, 'user'), brand, `/product/${product.id}`);
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
    await seeToast(page, 'Item added to cart');
    await visit(brand, '/checkout');
    await fillAddress(page, 'Mona Adel');
    await page.getByText('Mobile wallet', { exact: true }).click();
    await keepPicture('duoworks-checkout-wallet-1280');
    await page.getByRole('button', { name: 'Place order' }).click();

    await expect(page.getByRole('heading', { name: 'Paymob: pay 500.00 EGP by wallet' })).toBeVisible();
    await page.getByRole('link', { name: 'Use an empty account' }).click();
    await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'nothing was charged' })).toBeVisible();
    await keepPicture('duoworks-declined-1280');
    await page.getByText('Instalments', { exact: true }).click();
    await page.getByRole('button', { name: 'Pay 500 EGP now' }).click();

    await expect(page.getByRole('heading', { name: 'Paymob: pay 500.00 EGP by instalments' })).toBeVisible();
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
    await expect(page.getByText(/^Order \S+ is paid\./)).toBeVisible();
    expect(paymob.refunds).toEqual([]);
  });
});
