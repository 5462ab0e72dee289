import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { putInCart, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

const brand = 'casecraft';

/** Resolves when the page is subscribed. */
const joined = (page: Page) =>
  page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));

test('home, lists, cart and checkout follow a price change, and each requests its data once', async ({
  page,
  store,
  visit,
}) => {
  const name = ownName('Case that changes');
  const product = await stockProduct(store, { tenant_id: brand, name, price: 60, stock: 40, featured: true });
  const setPrice = (price: number) =>
    adminOf(store).from('products').update({ price }).eq('id', product.id).throwOnError();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && /\.data$|^\/cart\/(products|offers)$/.test(pathname))
      asked.push(pathname);
  });
  let price = 60;
  for (const path of ['/', `/shop?search=${encodeURIComponent(name)}`, `/product/${product.id}`]) {
    const live = joined(page);
    await visit(brand, path);
    const shown = page.getByRole('main').getByText(`${price}`, { exact: false }).first();
    await expect(shown).toBeVisible();
    await live;
    asked.length = 0;
    price += 7;
    await setPrice(price);
    await expect(
      page
        .getByRole('main')
        .getByText(new RegExp(`\\b${price}\\b`))
        .first(),
    ).toBeVisible();
    expect(asked, path).toHaveLength(1);
  }

  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(page, 'Item added to cart');
  const live = joined(page);
  await visit(brand, '/cart');
  await expect(
    page
      .getByRole('main')
      .getByText(new RegExp(`\\b${price}\\b`))
      .first(),
  ).toBeVisible();
  await live;
  asked.length = 0;
  price += 7;
  await setPrice(price);
  await expect(
    page
      .getByRole('main')
      .getByText(new RegExp(`\\b${price}\\b`))
      .first(),
  ).toBeVisible();
  // With the new price, offers give something else.
  await expect.poll(() => [...asked].sort()).toEqual(['/cart/offers', '/cart/products']);
});

test('a change between a page’s rendering and its subscription is not missed', async ({
  page,
  store,
  visit,
}) => {
  const name = ownName('Case of the first seconds');
  const product = await stockProduct(store, { tenant_id: brand, name, price: 60, stock: 40 });
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.routeWebSocket(/\/realtime\/v1\//, async (socket) => {
    await held;
    socket.connectToServer();
  });
  await visit(brand, `/product/${product.id}`);
  await adminOf(store).from('products').update({ price: 83 }).eq('id', product.id).throwOnError();
  release();
  await expect(
    page
      .getByRole('main')
      .getByText(/\b83\b/)
      .first(),
  ).toBeVisible();
});

test('an open checkout is repriced when one of its products changes', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const name = ownName('Case at the checkout');
  const product = await stockProduct(store, { tenant_id: brand, name, price: 60, stock: 40 });
  await visitAs(await hire(store, brand, 'user'), brand, `/product/${product.id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await putInCart(page);
  const live = joined(page);
  await visit(brand, '/checkout');
  const summary = page.getByRole('main');
  await expect(summary.getByText(/\b60(\.00)? EGP/).first()).toBeVisible();
  await live;
  await adminOf(store).from('products').update({ price: 71 }).eq('id', product.id).throwOnError();
  await expect(summary.getByText(/\b71(\.00)? EGP/).first()).toBeVisible();
});
