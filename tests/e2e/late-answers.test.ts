import { randomUUID } from 'node:crypto';
import type { Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests, withMethod } from './held-requests.ts';
import { enrol, orderFor, signedInAs } from './people.ts';
import { fillAddress, forget, hydrated, searchFor, seeToast } from './steps.ts';
import { adminOf, ownName, stockProduct } from './stock.ts';

test('text typed while a message is being sent belongs to the next message', async ({
  page,
  store,
  visitAs,
}) => {
  await visitAs(await enrol(store, 'duoworks', ownName('Nour')), 'duoworks', '/faq');
  await page.getByRole('button', { name: /^Chat with us/ }).click();
  const message = page.getByLabel('Your message');
  const sending = await holdRequests(page, '**/rpc/send_chat_message*', withMethod('POST'));
  await message.fill('Is the long coat coming back?');
  await message.press('Enter');
  await sending.asked;
  await message.pressSequentially(' In blue?');
  sending.release();
  await expect(page.getByRole('log').getByText('Is the long coat coming back?')).toBeVisible();
  await expect(message).toHaveValue('In blue?');
  await message.press('Enter');
  await expect(page.getByRole('log').getByText('In blue?', { exact: true })).toBeVisible();
  await expect(message).toHaveValue('');
});

test('a designer waits until the session is known, and a design saved late replaces no other', async ({
  page,
  store,
  visitAs,
}) => {
  await test.step('nobody designs as a guest while the session is unknown', async () => {
    const nour = await enrol(store, 'inkthread', 'Nour Adel');
    const reading = await holdRequests(page, '**/rest/v1/profiles*');
    await visitAs(nour, 'inkthread', '/customize');
    await reading.asked;
    const add = page.getByRole('button', { name: 'Add text' });
    // Long enough for a guest's designer to appear.
    await add.waitFor({ timeout: 3000 }).catch(() => {});
    await expect(add).toHaveCount(0);
    reading.release();
    await add.click();
    await page.getByLabel('Text', { exact: true }).fill('First');
    await page.getByRole('button', { name: 'Save design' }).click();
    await expect(page.getByRole('button', { name: 'Open First', exact: true })).toBeVisible();
    await page.unrouteAll();
    await forget(page);
  });

  await test.step('a design saved late does not replace one opened since', async () => {
    const nour = await enrol(store, 'inkthread', 'Nour Adel');
    await visitAs(nour, 'inkthread', '/customize');
    const text = page.getByLabel('Text', { exact: true });
    const save = page.getByRole('button', { name: 'Save design' });
    const mine = page.getByRole('region', { name: 'My designs' });
    const open = (name: string) => mine.getByRole('button', { name: `Open ${name}`, exact: true });
    await page.getByRole('button', { name: 'Add text' }).click();
    await text.fill('First');
    await save.click();
    await open('First').click();
    await page.getByRole('button', { name: /^Edit First/ }).click();
    await text.fill('Second');
    await save.click();
    await expect(open('Second')).toBeVisible();

    const saving = await holdRequests(page, '**/rest/v1/customizations*', withMethod('POST'));
    await text.fill('Second, better');
    await save.click();
    await saving.asked;
    await open('First').click();
    await expect(page.getByRole('button', { name: /^Edit First/ })).toBeVisible();
    saving.release();
    await expect(open('Second, better')).toBeVisible();
    await page.getByRole('button', { name: /^Edit First/ }).click();
    await text.fill('First, better');
    await save.click();
    await expect(open('First, better')).toBeVisible();
    const { data } = await adminOf(store)
      .from('customizations')
      .select('name')
      .eq('user_id', nour.id)
      .order('name');
    expect(data?.map(({ name }) => name)).toEqual(['First', 'First, better', 'Second, better']);
  });
});

test('an address saved late does not close another one that was opened since', async ({
  page,
  store,
  visitAs,
}) => {
  const shopper = await enrol(store, 'northblock', 'Mona Adel');
  const address = {
    tenant_id: 'northblock',
    user_id: shopper.id,
    full_name: 'Mona Adel',
    phone: '01001234567',
    governorate: 'Cairo' as const,
    city: 'Maadi',
  };
  const { error } = await adminOf(store)
    .from('addresses')
    .insert([
      { ...address, street: 'Road 9' },
      { ...address, street: 'Road 10' },
    ]);
  expect(error).toBeNull();
  await visitAs(shopper, 'northblock', '/account/addresses');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit: Road 9, Maadi, Cairo' }).click();
  await dialog.getByLabel('Apartment').fill('4');
  const saving = await holdRequests(page, '**/rest/v1/addresses?*', withMethod('PATCH'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await saving.asked;
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Edit: Road 10, Maadi, Cairo' }).click();
  await dialog.getByLabel('Landmark').fill('Beside the bakery');
  saving.release();
  await expect(page.getByText('Road 9, Apartment 4, Maadi, Cairo', { exact: true })).toBeAttached();
  await expect(dialog.getByLabel('Landmark')).toHaveValue('Beside the bakery');
});

test('wishlist entries and orders from another device appear when the page is opened again', async ({
  page,
  store,
  visitAs,
}) => {
  const brand = 'casecraft';
  const [here, there] = await Promise.all(
    ['Case wished for here', 'Case wished for there'].map((name) =>
      stockProduct(store, { tenant_id: brand, name: ownName(name), price: 60, stock: 5 }),
    ),
  );
  if (!here || !there) throw new Error('Nothing was stocked');
  const shopper = await enrol(store, brand, 'Salma Nabil');
  await visitAs(shopper, brand, `/product/${here.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to wishlist', exact: true }).click();
  await seeToast(page, 'Added to wishlist');
  const wish = { tenant_id: brand, user_id: shopper.id, product_id: there.id };
  const { error } = await adminOf(store).from('wishlists').insert(wish);
  expect(error).toBeNull();
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click();
  const wishes = page.getByRole('region', { name: 'Products you saved' });
  await expect(wishes.getByRole('link', { name: here.name })).toBeVisible();
  await expect(wishes.getByRole('link', { name: there.name })).toBeVisible();
  await wishes.getByRole('button', { name: `Remove from wishlist: ${there.name}` }).click();
  await expect(wishes.getByRole('link', { name: there.name })).toHaveCount(0);

  const orders = page
    .getByRole('navigation', { name: 'Account pages' })
    .getByRole('link', { name: 'Orders' });
  await orders.click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  const { number } = await orderFor(store, brand, shopper, [{ product_id: here.id, quantity: 1 }]);
  await orders.click();
  await expect(page.getByRole('main').getByRole('link', { name: number })).toBeVisible();
});

test('a late response does not bring back an earlier order’s question that was answered', async ({
  page,
  store,
  visit,
  visitAs,
  watch,
}) => {
  watch.allow(/place_order|status of 400/);
  const brand = 'casecraft';
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Case ordered twice'),
    price: 60,
    stock: 9,
  });
  const shopper = await enrol(store, brand, 'Salma Nabil');
  const key = randomUUID();
  const placed = await (await signedInAs(store, brand, shopper)).rpc('place_order', {
    p_order: {
      tenant_id: brand,
      lines: [{ product_id: product.id, quantity: 2 }],
      idempotency_key: key,
      shipping_method: 'standard',
      payment_method: 'cash_on_delivery',
      address: {
        full_name: 'Salma Nabil',
        phone: '01001234567',
        governorate: 'Cairo',
        city: 'Maadi',
        street: 'Road 9',
      },
    },
  });
  expect(placed.error).toBeNull();
  // That response never arrived in this tab.
  await page.addInitScript((kept) => {
    if (!sessionStorage.getItem('seen')) sessionStorage.setItem('souk-order-key', kept);
    sessionStorage.setItem('seen', '1');
  }, key);
  await visit(brand, `/product/${product.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(page, 'Item added to cart');
  const looking = await holdRequests(page, /idempotency_key/, withMethod('GET'));
  await visitAs(shopper, brand, '/checkout');
  await fillAddress(page, 'Salma Nabil');
  await looking.asked;
  const place = page.getByRole('button', { name: 'Place order' });
  await place.click();
  await expect(page.getByRole('alert').getByText(/^Your order \S+ is already placed/)).toBeVisible();
  await page.getByRole('button', { name: 'Order this as well' }).click();
  const late = page.waitForResponse(/idempotency_key/);
  looking.release();
  await (await late).finished();
  await place.click();
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
});

test('an order can be placed once its place is priced, and while prices are read again in the background', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const brand = 'casecraft';
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Case priced twice'),
    price: 60,
    stock: 9,
  });
  await visit(brand, `/product/${product.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(page, 'Item added to cart');
  await visitAs(await enrol(store, brand, 'Salma Nabil'), brand, '/checkout');
  await fillAddress(page, 'Salma Nabil');
  const place = page.getByRole('button', { name: 'Place order' });
  const summary = page.getByRole('region', { name: 'Your order' });
  await expect(summary).toHaveAttribute('aria-busy', 'false');
  /** Whether the button was disabled, after each change. */
  const changes = await place.evaluateHandle((button: HTMLButtonElement) => {
    const seen: boolean[] = [];
    new MutationObserver(() => seen.push(button.disabled)).observe(button, { attributeFilter: ['disabled'] });
    return seen;
  });
  const isOfDokki = (request: Request) => request.postData()?.includes('Dokki') === true;
  const pricing = await holdRequests(page, '**/rpc/quote_order*', isOfDokki);
  await page.getByLabel('City or area').fill('Dokki');
  await pricing.asked;
  expect(await changes.jsonValue(), 'the price is that of another place').toEqual([true]);
  pricing.release();
  await expect(place).toBeEnabled();
  await page.unrouteAll();

  const again = await holdRequests(page, '**/rpc/quote_order*');
  await adminOf(store).from('products').update({ price: 61 }).eq('id', product.id).throwOnError();
  await again.asked;
  expect(await changes.jsonValue()).toEqual([true, false]);
  again.release();
  await expect(summary).toContainText('61');
});

test('typing during a running search keeps the input, and a second press buys nothing twice', async ({
  page,
  visit,
  store,
}) => {
  await test.step('typing during a running search keeps the field and the input', async () => {
    await visit('inkthread', '/shop');
    await hydrated(page);
    await searchFor(page, 'tee');
    const field = page.getByRole('banner').getByLabel('Search products').filter({ visible: true });
    const searching = await holdRequests(page, /\/shop\.data/, () => true);
    await field.fill('hood');
    await field.press('Enter');
    await searching.asked;
    await field.pressSequentially('ie');
    searching.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “hood”' })).toBeVisible();
    await expect(field).toHaveValue('hoodie');
    await expect(field).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “tee”' })).toBeVisible();
  });

  await test.step('a second press on a card’s button while the first is in progress buys nothing twice', async () => {
    const { name } = await stockProduct(store, {
      tenant_id: 'casecraft',
      name: ownName('Case of two presses'),
      price: 60,
      stock: 5,
    });
    await visit('casecraft', `/shop?search=${encodeURIComponent(name)}`);
    await hydrated(page);
    const adding = await holdRequests(page, /\/product\/[^/]+\/now/, () => true);
    const add = page.getByRole('main').getByRole('button', { name: `Add to cart: ${name}` });
    await add.click();
    await adding.asked;
    // The button is marked busy; press it anyway.
    await add.click({ force: true });
    adding.release();
    await seeToast(page, 'Item added to cart');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  });
});
