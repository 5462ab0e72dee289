import type { StoreProcess } from '../support/store-process.ts';
import { arabicText } from './arabic-text.ts';
import { expect, test } from './fixtures.ts';
import { mailedLink, mailedText } from './mailbox.ts';
import { enrol, orderFor, signedInAs } from './people.ts';
import { photo } from './photo.ts';
import { fillAddress, putInCart, seeToast } from './steps.ts';
import { adminOf, hire, ownName, ownPhone, stockProduct } from './stock.ts';
import { atViewport, desk, phone } from './viewports.ts';

const BRAND = 'northblock';

/** Sets the rules for cash orders; other tests have none. */
const setRules = (store: StoreProcess, cash_rules: { [rule: string]: string | number }) =>
  adminOf(store).from('staff_settings').update({ cash_rules }).eq('tenant_id', BRAND).throwOnError();

test.afterEach(({ store }) => setRules(store, {}));

/** Cash on delivery with an unused number, as the number's earlier orders count too. */
const inCash = () => ['cash_on_delivery', ownPhone()] as const;

const product = (store: StoreProcess, price: number) =>
  stockProduct(store, { tenant_id: BRAND, name: ownName('Night cap'), price, stock: 5 });

atViewport(desk, () => {
  test('a first cash order awaits its deposit, which is paid online, and the carrier collects the rest', {
    tag: '@journey',
  }, async ({ page, store, visit, visitAs, somebodyElse, keepPicture }) => {
    await setRules(store, { firstOrder: 'deposit', depositPercent: 25 });
    const cap = await product(store, 570);
    const shopper = await enrol(store, BRAND, ownName('Mona'));
    await visitAs(shopper, BRAND, `/product/${cap.id}`);
    await putInCart(page);
    await visit(BRAND, '/checkout');
    await fillAddress(page, shopper.name);
    await page.getByLabel('Mobile number').fill(ownPhone());
    await page.getByText('Cash on delivery', { exact: true }).click();
    const asked = page.getByRole('status').filter({ hasText: 'It is your first order here.' });
    await expect(asked).toContainText('a deposit of 142.50 EGP is paid online within 24 hours');
    await keepPicture('northblock-checkout-deposit-1280');
    await page.getByRole('button', { name: 'Place order' }).click();

    await expect(page.getByRole('heading', { name: 'Your order waits for its deposit' })).toBeVisible();
    const deposit = page.getByRole('region', { name: 'Pay the deposit' });
    await expect(deposit).toContainText('You pay the other 427.50 EGP to the courier.');
    await keepPicture('northblock-deposit-1280');
    await deposit.getByText('Mobile wallet', { exact: true }).click();
    await deposit.getByRole('button', { name: 'Pay 142.50 EGP now' }).click();
    await expect(page.getByRole('heading', { name: 'Paymob: pay 142.50 EGP by wallet' })).toBeVisible();
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
    await expect(deposit).toHaveCount(0);
    await keepPicture('northblock-deposit-paid-1280');

    const { data: order } = await adminOf(store)
      .from('orders')
      .select('id, number, status, received')
      .eq('user_id', shopper.id)
      .single()
      .throwOnError();
    expect(order).toMatchObject({ status: 'confirmed', received: 142.5 });
    const staff = await hire(store, BRAND, 'admin');
    const back = await somebodyElse();
    await visitAs(staff, BRAND, `/admin/orders?order=${order.id}`, back);
    await expect(back.getByRole('heading', { name: order.number })).toBeVisible();
    await keepPicture('northblock-admin-deposit-1280', back);
    const client = await signedInAs(store, BRAND, staff);
    await client.rpc('pack_order', { p_order_id: order.id }).throwOnError();
    const shipment = await client.from('shipments').select('cash_due').eq('order_id', order.id).single();
    expect(shipment.data).toEqual({ cash_due: 427.5 });
    await visit(BRAND, `/account/orders/${order.id}`);
    await expect(page.getByText('427.50 EGP').first()).toBeVisible();
    await keepPicture('northblock-order-deposit-1280');
  });

  test('a shopper confirms a cash order by its notification’s link, which says so again when reopened', async ({
    page,
    store,
    visitAs,
    somebodyElse,
    keepPicture,
  }) => {
    await setRules(store, { firstOrder: 'confirm' });
    const cap = await product(store, 120);
    const shopper = await enrol(store, BRAND, ownName('Mona'));
    const { id, number } = await orderFor(
      store,
      BRAND,
      shopper,
      [{ product_id: cap.id, quantity: 1 }],
      ...inCash(),
    );
    await visitAs(shopper, BRAND, `/account/orders/${id}`);
    const byCode = page.getByRole('region', { name: 'Confirm your order' });
    await expect(byCode).toBeVisible();
    await keepPicture('northblock-order-to-confirm-1280');

    const phone = await somebodyElse();
    await phone.goto(
      await mailedLink(store, shopper.email, `Please confirm your Northblock order ${number}`),
    );
    await expect(phone.getByRole('heading', { name: 'Confirm your order' })).toBeVisible();
    await keepPicture('northblock-confirm-order', phone);
    await phone.getByRole('button', { name: 'Confirm my order' }).click();
    await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect(byCode).toHaveCount(0);
    await phone.goBack();
    await phone.getByRole('button', { name: 'Confirm my order' }).click();
    await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });

  test('a shopper confirms a cash order on its own page by its notification’s code, after a wrong one', async ({
    page,
    store,
    visitAs,
    keepPicture,
  }) => {
    await setRules(store, { firstOrder: 'confirm' });
    const cap = await product(store, 120);
    const shopper = await enrol(store, BRAND, ownName('Mona'));
    const { id, number } = await orderFor(
      store,
      BRAND,
      shopper,
      [{ product_id: cap.id, quantity: 1 }],
      ...inCash(),
    );
    const message = await mailedText(store, shopper.email, `Please confirm your Northblock order ${number}`);
    const code = /Code: (\d{6})/.exec(message)?.[1] ?? '';
    const wrong = code === '123456' ? '654321' : '123456';
    await visitAs(shopper, BRAND, `/account/orders/${id}`);
    await page.getByLabel('Code', { exact: true }).fill(wrong);
    await page.getByRole('button', { name: 'Confirm with the code' }).click();
    await expect(page.getByRole('heading', { name: 'This code does not fit' })).toBeVisible();
    await keepPicture('northblock-wrong-code-1280');
    await page.getByLabel('Order number').fill(number.toLowerCase());
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Confirm with the code' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });
});

atViewport(phone, () => {
  test('a deposit is transferred and its proof sent from a phone, and staff who find it confirm the order', async ({
    page,
    store,
    visit,
    visitAs,
    somebodyElse,
    keepPicture,
  }) => {
    const settings = () => adminOf(store).from('settings');
    const before = await settings().select('payment').eq('tenant_id', BRAND).single().throwOnError();
    const bankDetails = 'Northblock, InstaPay northblock@instapay';
    const payment = { ...Object(before.data.payment), bankTransfer: true, bankDetails };
    await settings().update({ payment }).eq('tenant_id', BRAND).throwOnError();
    await setRules(store, { firstOrder: 'deposit', depositAmount: 60 });
    const cap = await product(store, 170);
    const shopper = await enrol(store, BRAND, ownName('Mona'));
    const { id, number } = await orderFor(
      store,
      BRAND,
      shopper,
      [{ product_id: cap.id, quantity: 1 }],
      ...inCash(),
    );
    await visitAs(shopper, BRAND, `/account/orders/${id}`);
    const transfer = page.getByRole('region', { name: 'Pay the deposit by bank transfer' });
    await expect(transfer).toContainText('Transfer 60 EGP and give this order number as the reference:');
    await expect(transfer).toContainText('northblock@instapay');
    await keepPicture('northblock-deposit-transfer-360');
    await transfer.getByRole('button', { name: 'Send proof of the transfer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Photos/).setInputFiles(await photo('transfer.jpg', '#3b8f4a'));
    await keepPicture('northblock-proof-360');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await seeToast(page, 'Thank you', 'We look for your transfer');

    const back = await somebodyElse();
    await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/orders/transfers', back);
    await back.getByLabel('Amount or order number').fill('60');
    const found = back.getByRole('listitem').filter({ hasText: number });
    await found.getByRole('button', { name: 'Book as received' }).click();
    await seeToast(back, `The transfer for ${number} is booked`);
    await expect(transfer).toHaveCount(0);
    await visit(BRAND, `/account/orders/${id}`);
    await keepPicture('northblock-deposit-came-360');
    await settings().update({ payment: before.data.payment }).eq('tenant_id', BRAND).throwOnError();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false, locale: 'ar-EG' });

    test('an Arabic reader confirms a cash order by number and code, in Arabic digits', async ({
      page,
      store,
      visit,
      watch,
      keepPicture,
    }) => {
      // Without scripts, the browser blocks the page's script files.
      watch.allow(/ csp$/);
      await setRules(store, { firstOrder: 'confirm' });
      const cap = await product(store, 120);
      const shopper = await enrol(store, BRAND, 'منى');
      const { number } = await orderFor(
        store,
        BRAND,
        shopper,
        [{ product_id: cap.id, quantity: 1 }],
        ...inCash(),
      );
      const message = await mailedText(
        store,
        shopper.email,
        `Please confirm your Northblock order ${number}`,
      );
      const code = /Code: (\d{6})/.exec(message)?.[1] ?? '';
      await visit(BRAND, '/ar/confirm-order');
      await expect(page.getByRole('heading', { name: arabicText('confirm-order', 'title') })).toBeVisible();
      await page.getByLabel(arabicText('confirm-order', 'number')).fill(number);
      await page
        .getByLabel(arabicText('confirm-order', 'code'), { exact: true })
        .fill(code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''));
      await page.getByRole('button', { name: arabicText('confirm-order', 'confirmByCode') }).click();
      await expect(
        page.getByRole('heading', { name: arabicText('confirm-order', 'confirmedTitle') }),
      ).toBeVisible();
      await keepPicture('northblock-confirmed-ar-360');
    });
  });
});
