import { arabicText } from './arabic-text.ts';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { fillAddress, seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { atViewport, desk, phone } from './viewports.ts';

const brand = 'duoworks';

atViewport(desk, () => {
  test('a shopper whose wallet Paymob declines pays the same order in installments', {
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
    await page.getByText('Installments', { exact: true }).click();
    await page.getByRole('button', { name: 'Pay 500 EGP now' }).click();

    await expect(page.getByRole('heading', { name: 'Paymob: pay 500.00 EGP by instalments' })).toBeVisible();
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
    await expect(page.getByText(/^Order \S+ is paid\./)).toBeVisible();
    expect(paymob.refunds).toEqual([]);
  });
});

atViewport(phone, () => {
  // Paymob's page follows the phone's language.
  test.use({ locale: 'ar-EG' });

  test('an Arabic reader pays by wallet on a phone and returns to a paid order', async ({
    page,
    store,
    visitAs,
    keepPicture,
  }) => {
    const product = await stockProduct(store, {
      tenant_id: brand,
      name: ownName('Wallet print'),
      price: 500,
      stock: 2,
      translations: { ar: { name: 'لوحة المحفظة', description: 'للجدار.' } },
    });
    await visitAs(await enrol(store, brand, 'منى'), brand, `/ar/product/${product.id}`);
    await page
      .getByRole('button', { name: arabicText('product', 'addToCart') })
      .first()
      .click();
    await page.getByRole('button', { name: arabicText('cart', 'goToCart') }).click();
    await page.getByRole('link', { name: arabicText('cart', 'checkout') }).click();
    const field = (key: string) => page.getByLabel(arabicText('checkout', key), { exact: true });
    await field('fullName').fill('منى عادل');
    await field('phone').fill('0100 123 4567');
    await field('governorate').selectOption('Cairo');
    await field('city').fill('المعادي');
    await field('street').fill('شارع 9');
    await page.getByText(arabicText('checkout', 'wallet'), { exact: true }).click();
    await keepPicture('duoworks-checkout-wallet-ar-360');
    await page.getByRole('button', { name: arabicText('checkout', 'placeOrder') }).click();

    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: arabicText('checkout', 'confirmTitle') })).toBeVisible();
    await expect(page).toHaveURL(/\/ar\/order-confirmation\?order=/);
    await keepPicture('duoworks-paid-ar-360');
  });
});
