import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { choose, seeToast, signIn } from './steps.ts';
import { adminOf, ownName, stockOptions, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

/** The cart in local storage; null if there is none. */
const keptCart = (page: Page, brand: string, whose: string) =>
  page.evaluate((key) => localStorage.getItem(key), `souk-cart-${brand}-${whose}`);

const add = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
const linkTo = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
/** The navigation's link with the cart's count. */
const inCart = (page: Page, count: string) =>
  page.getByRole('link', { name: `Cart, ${count}` }).filter({ visible: true });
const count = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`);

atViewport(phone, () => {
  test('a guest fills a cart, removes items and restores them, in two tabs, and is told what changed', async ({
    page,
    context,
    store,
    visit,
    keepPicture,
  }) => {
    const shirt = await stockProduct(store, {
      tenant_id: 'northblock',
      name: ownName('A shirt with a name that no toast has room for'),
      stock: 4,
      price: 100,
      size: '["M","L"]',
    });
    const cap = await stockProduct(store, {
      tenant_id: 'northblock',
      name: ownName('Cap'),
      price: 60,
      stock: 5,
    });
    await visit('northblock', `/product/${shirt.id}`);
    await choose(page, 'Size', 'M');
    await add(page);
    const short = `${shirt.name.slice(0, 30).trimEnd()}…`;
    await seeToast(page, 'Item added to cart', short);
    await expect(page.getByRole('dialog'), 'a toast says it, and nothing else').toHaveCount(0);
    await keepPicture('northblock-added-360');
    await choose(page, 'Size', 'L');
    await add(page);
    await expect(inCart(page, '2 items')).toBeVisible();
    await add(page);
    await seeToast(page, 'Cart updated', `${short}: quantity increased to 2`);
    await page.getByRole('button', { name: 'Go to Cart' }).click();
    await expect(page.getByText('M', { exact: true })).toBeVisible();
    await expect(page.getByText('L', { exact: true })).toBeVisible();

    const other = await context.newPage();
    await visit('northblock', `/product/${cap.id}`, other);
    await add(other);
    await expect(linkTo(page, cap.name)).toBeVisible();
    await expect(page.getByText('4 items')).toBeVisible();
    await other.close();

    await page.getByRole('button', { name: `Remove ${cap.name}` }).click();
    await seeToast(page, 'Removed from cart');
    await expect(linkTo(page, cap.name)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(linkTo(page, cap.name)).toBeVisible();
    await page.getByRole('button', { name: 'Clear cart' }).click();
    await seeToast(page, 'Cart cleared', 'All items have been removed from your cart');
    await expect(page.getByText('Your cart is empty.', { exact: false })).toBeVisible();
    await expect.poll(() => keptCart(page, 'northblock', 'guest')).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('4 items')).toBeVisible();

    // An open cart would receive the changes live, and announce them there.
    await visit('northblock', '/faq');
    const admin = adminOf(store);
    await admin.from('products').update({ price: 110 }).eq('id', shirt.id);
    await stockOptions(store, shirt.id, { size: 'M, L' }, 2);
    await admin.from('products').update({ is_active: false }).eq('id', cap.id);
    await page.evaluate(() => {
      const key = 'souk-cart-northblock-guest';
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
      const { lines } = stored.state;
      const broken = [{ quantity: 2 }, { product: { id: '' }, quantity: 1 }, { ...lines[0], quantity: '3' }];
      localStorage.setItem(key, JSON.stringify({ ...stored, state: { lines: [...broken, ...lines] } }));
    });
    // A change is announced once, so wait until the store serves it.
    const known = () =>
      page.evaluate(
        (asked) => fetch(asked).then((answer) => answer.json()),
        `/cart/products?ids=${shirt.id},${cap.id}`,
      );
    await expect.poll(known).toEqual([expect.objectContaining({ id: shirt.id, stock: 2 })]);
    await visit('northblock', '/cart');
    const changes = page.getByRole('main').getByRole('status');
    await expect(changes).toContainText(`${shirt.name} (M) now costs 110 EGP, it was 100 EGP.`);
    await expect(changes).toContainText(`${shirt.name} (L): only 1 left, so we changed the quantity.`);
    await expect(changes).toContainText(`${cap.name} is no longer sold and was taken out.`);
    await expect(page.getByText('2 items')).toBeVisible();
    await keepPicture('northblock-cart-changed-360');
  });
});

test('a guest’s cart is merged into the customer’s at sign-in, limited to the stock', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs }) => {
  const mug = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('Mug'),
    price: 50,
    stock: 4,
  });
  const shopper = await enrol(store, 'casecraft', 'Salma Fouad');
  const product = `/product/${mug.id}`;
  await visitAs(shopper, 'casecraft', product);
  await expect(page).toHaveURL(new RegExp(`${product}$`));
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await add(page);
  await expect(inCart(page, '2 items')).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Signed out');

  await visit('casecraft', product);
  for (const wanted of ['2', '3']) {
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue(wanted);
  }
  await add(page);
  await expect(inCart(page, '3 items')).toBeVisible();
  await expect.poll(() => keptCart(page, 'casecraft', 'guest')).not.toBeNull();
  await visit('casecraft', '/signin?next=%2Fcart');
  await signIn(page, shopper);
  await expect(count(page, mug.name)).toHaveValue('4');
  await expect.poll(() => keptCart(page, 'casecraft', 'guest')).toBeNull();
  await expect.poll(() => keptCart(page, 'casecraft', shopper.id)).toContain(mug.id);
});
