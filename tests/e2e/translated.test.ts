import { presets } from '../../app/brands/presets.ts';
import { expect, test } from './fixtures.ts';
import { holdCode } from './held-requests.ts';
import {
  choose,
  fillAddress,
  hydrated,
  newcomer,
  searchFor,
  seeResults,
  seeToast,
  signIn,
  signUp,
} from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { desk, phone, sweepUnless } from './viewports.ts';

test.use({ translated: true, viewport: phone });

for (const { id: brand } of presets) {
  // The steps after the cart are the same in every brand.
  const orders = brand === 'inkthread';
  test(
    `a translated ${brand} leads from the search to ${orders ? 'an order' : 'the cart'}`,
    sweepUnless(orders),
    async ({ page, store, visit, watch }) => {
      watch.allow(/status of 400|quote_order/);
      const product = await stockProduct(store, {
        tenant_id: brand,
        name: ownName('Translated hoodie'),
        price: 100,
        stock: 40,
        size: '["M","L"]',
        color: 'black, white',
      });
      const code = ownName('TEN').replace(/\W/g, '').toUpperCase();
      await adminOf(store)
        .from('discounts')
        .insert({ tenant_id: brand, code, kind: 'percent', value: 10 })
        .throwOnError();
      await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
      await visit(brand);
      await searchFor(page, product.name);
      await page.getByRole('button', { name: 'Filters' }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      const inStock = sheet.getByRole('checkbox', { name: /^In stock/ });
      await expect(sheet).toBeVisible();
      if (!(await inStock.isVisible()))
        await sheet.getByText('Availability', { exact: true }).first().click();
      await inStock.check();
      await expect(page).toHaveURL(/stock=in/);
      await sheet.getByRole('button', { name: /^Show \d+ product/ }).click();
      await page.getByRole('region', { name: 'Products' }).getByRole('link', { name: product.name }).click();
      await choose(page, 'Color', 'white');
      await choose(page, 'Size', 'M');
      await choose(page, 'Color', 'black');
      await page.getByRole('button', { name: 'Add to cart' }).first().click();
      await seeToast(page, 'Item added to cart');
      await page.getByRole('button', { name: 'Add to cart' }).first().click();
      await seeToast(page, 'Cart updated');

      await page.getByRole('button', { name: 'Go to Cart' }).click();
      await expect(page.getByText('Black · M')).toBeVisible();
      await expect(page.getByText('2 items', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Increase quantity' }).click();
      // A translated text is replaced when it changes, not left beside the new one.
      await expect(page.getByText('3 items', { exact: true })).toBeVisible();
      await expect(page.getByText(/items/).filter({ hasText: '2 items' })).toHaveCount(0);
      if (!orders) return;
      await page.getByRole('link', { name: 'Checkout' }).click();
      await signIn(page, await hire(store, brand, 'user'));
      await seeToast(page, "You're all set");

      await fillAddress(page, 'Mona Adel');
      await page.getByText('Express delivery').click();
      await page.getByLabel('Discount code').fill('NOSUCHCODE');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('This discount code does not exist.')).toBeVisible();
      await page.getByLabel('Discount code').fill(code);
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText(`Discount (${code})`).first()).toBeVisible();
      await page.getByRole('button', { name: 'Place order' }).click();
      await expect(
        page.getByRole('heading', { name: /^Thank you for your order|^Your order waits/ }),
      ).toBeVisible();
      await page.getByRole('link', { name: 'See your order' }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible();
    },
  );
}

test('a translated store supports sign-up, sign-in, a wishlist entry and a message', async ({
  page,
  store,
  visit,
  watch,
}) => {
  const brand = 'inkthread';
  watch.allow(/status of 400|auth\/v1\/token/);
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Wish'),
    price: 100,
    stock: 8,
  });
  const mona = newcomer();
  await visit(brand, '/signup');
  await signUp(page, 'Mona Adel', mona);
  await seeToast(page, 'Account created');
  await signIn(page, { ...mona, password: 'not-the-password' });
  await seeToast(page, 'Sign in failed');
  await signIn(page, mona);
  await seeToast(page, 'Welcome back!');
  await visit(brand, `/product/${product.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to wishlist/ })
    .first()
    .click();
  await seeToast(page, 'Added to wishlist');
  await visit(brand, '/account/wishlist');
  await expect(page.getByRole('main').getByRole('link', { name: product.name }).first()).toBeVisible();
  await visit(brand, '/account');
  await page.getByRole('main').getByLabel('Name').first().fill('Mona Said');
  await page.getByRole('main').getByRole('button', { name: 'Save' }).first().click();
  await visit(brand, '/contact');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Name').fill('Mona Said');
  await form.getByLabel('Email').fill(mona.email);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('Write your message.')).toBeVisible();
  await form.getByLabel('Subject').fill('A question');
  await form.getByLabel('Message').fill('Is it warm?');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thank you. We have your message').first()).toBeVisible();
});

test('a translated store’s designer adds a text, changes the garment and sells it', async ({
  page,
  visit,
}) => {
  await visit('inkthread', '/customize');
  await page.getByLabel('Garment').selectOption('Hoodie');
  await choose(page, 'Size', 'L');
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Souk');
  await page.getByLabel('Text', { exact: true }).fill('Souk and bazaar');
  await expect(page.getByRole('button', { name: 'Edit Souk and bazaar' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await seeToast(page, 'Item added to cart');
});

test('a page translated before its code loads keeps the typed input, and then works', async ({
  page,
  store,
}) => {
  await page.setViewportSize(desk);
  const wake = await holdCode(page);
  await page.goto(`http://northblock.localhost:${store.port}/shop`, { waitUntil: 'commit' });
  const search = page.getByRole('searchbox', { name: 'Search products' }).first();
  await expect(page.locator('h1 font').first()).toBeVisible();
  await search.fill('hoodie');
  wake();
  await hydrated(page);
  await expect(search).toHaveValue('hoodie');
  await expect(search).toBeFocused();
  await expect(page.locator('h1 font').first()).toHaveText('Shop');
  await search.press('Enter');
  await seeResults(page, 'hoodie');
});

test('a page whose elements a translator moved before its code loads is rendered anew, in its theme', async ({
  page,
  store,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const wake = await holdCode(page);
  await page.goto(`http://casecraft.localhost:${store.port}/faq`, { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => {
    const font = document.createElement('font');
    element.before(font);
    font.append(element);
  });
  wake();
  await hydrated(page);
  await expect(heading).toHaveCount(1);
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  await page.getByRole('main').getByRole('link').first().click();
});
