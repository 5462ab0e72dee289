import { sendCallback } from '../support/provider-stub.ts';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { fillAddress, seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { atViewport, desk, phone } from './viewports.ts';

const brand = 'duoworks';

atViewport(desk, () => {
  test('a shopper whose bank holds the payment is not asked for it again, and sees it paid once staff capture it', {
    tag: '@journey',
  }, async ({ page, store, paymob, visit, visitAs, somebodyElse, keepPicture }) => {
    const name = ownName('Held print');
    const product = await stockProduct(store, { tenant_id: brand, name, price: 500, stock: 2 });
    await visitAs(await enrol(store, brand, 'Mona'), brand, `/product/${product.id}`);
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
    await seeToast(page, 'Item added to cart');
    await visit(brand, '/checkout');
    await fillAddress(page, 'Mona Adel');
    await page.getByText('Mobile wallet', { exact: true }).click();
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('heading', { name: 'Paymob: pay 500.00 EGP by wallet' })).toBeVisible();
    const attempt = paymob.attempts.find(({ url }) => url === page.url());
    if (!attempt) throw new Error('No page to pay on');
    await sendCallback(paymob.callbackUrl, paymob.hold(attempt));
    await page.goto(attempt.returnUrl);

    const held = page.getByRole('region', { name: 'Your payment is held by your bank' });
    const payAgain = page.getByRole('button', { name: /^Pay / });
    await expect(page.getByRole('heading', { name: 'We have your order' })).toBeVisible();
    await expect(held).toContainText('500 EGP');
    await expect(payAgain).toHaveCount(0);
    await keepPicture('duoworks-held-confirmation-1280');
    await page.getByRole('link', { name: 'See your order' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible();
    await expect(held).toContainText('nothing more to pay now');
    await expect(payAgain).toHaveCount(0);
    await keepPicture('duoworks-held-order-1280');
    await page.setViewportSize(phone);
    await keepPicture('duoworks-held-order-360');

    const office = await somebodyElse();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await visitAs(await hire(store, brand, 'admin'), brand, `/admin/orders?order=${id}`, office);
    const hold = office.getByRole('listitem', { name: 'Held: 500 EGP' });
    await expect(hold).toBeVisible();
    await expect(office.getByRole('heading', { name: 'Waiting for the card payment' })).toHaveCount(0);
    await keepPicture('duoworks-held-office-1280', office);
    await office.setViewportSize(phone);
    await keepPicture('duoworks-held-office-360', office);
    await hold.getByRole('button', { name: 'Take the money' }).click();
    await seeToast(office, 'The provider was asked for the money');
    await expect(hold).toHaveCount(0);

    await expect(held).toHaveCount(0);
    await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
    await expect(payAgain).toHaveCount(0);
    expect(paymob.sum(attempt)).toBe(50_000);
  });
});
