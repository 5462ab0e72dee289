import { expect, test } from './fixtures.ts';
import { plainHost } from './plain-host.ts';
import { choose, fillAddress, newcomer, searchFor, seeToast, signUp } from './steps.ts';
import { hire, ownName, stockOf, stockProduct } from './stock.ts';
import { phone } from './viewports.ts';

const brand = 'inkthread';

test.use({ viewport: phone, plainHost });

test('a guest orders from a phone on the same network, and staff see the order', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs, somebodyElse, keepPicture }) => {
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Journey hoodie'),
    price: 120.5,
    original_price: 150,
    stock: 6,
    size: '["M","L"]',
    color: 'black, white',
    description: 'Heavy fleece for long journeys.',
  });
  const shopper = newcomer();

  expect(await visit(brand)).toBe(200);
  await page.getByRole('navigation').getByRole('link', { name: 'Shop', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await searchFor(page, product.name);
  await page.getByRole('region', { name: 'Products' }).getByRole('link', { name: product.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: product.name, exact: true })).toBeVisible();
  await keepPicture(`${brand}-product-360`);
  await choose(page, 'Color', 'black');
  await choose(page, 'Size', 'L');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(page, 'Item added to cart');

  await page.getByRole('button', { name: 'Go to Cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('link', { name: product.name })).toBeVisible();
  await expect(page.getByText('Black · L')).toBeVisible();
  await keepPicture(`${brand}-cart-360`);
  await page.getByRole('link', { name: 'Checkout' }).click();

  await seeToast(page, 'Please sign in', 'You need to sign in to continue.');
  await expect(page).toHaveURL(/\/signin\?next=%2Fcheckout$/);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await signUp(page, 'Mona Adel', shopper);
  await seeToast(page, "You're all set", "You're signed in. Let's complete your checkout.");
  await expect(page).toHaveURL(/\/checkout$/);

  await fillAddress(page, 'Mona Adel');
  await page.getByText('Express delivery').click();
  await page.getByText('Cash on delivery', { exact: true }).click();
  await expect(page.getByRole('definition').filter({ hasText: '170.50 EGP' })).toBeVisible();
  await keepPicture(`${brand}-checkout-360`);
  await page.getByRole('button', { name: 'Place order' }).click();

  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
  await keepPicture(`${brand}-confirmation-360`);
  await page.getByRole('link', { name: 'See your order' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Order [A-Z]{2}-/ });
  await expect(heading).toBeVisible();
  const number = ((await heading.textContent()) ?? '').replace('Order ', '');
  await expect(page.getByText('Received', { exact: true }).first()).toBeVisible();
  await keepPicture(`${brand}-order-360`);

  expect(await stockOf(store, product.id)).toBe(5);
  await expect(async () => {
    await visit(brand, `/product/${product.id}`);
    await expect(page.getByText('Only 5 left')).toBeVisible({ timeout: 500 });
  }).toPass();
  await visit(brand, '/cart');
  await expect(page.getByText('Your cart is empty.', { exact: false })).toBeVisible();

  const staffPage = await somebodyElse();
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders', staffPage);
  // The warning moves the list down.
  await expect(staffPage.getByText('Everybody can read the passwords of the demo’s accounts')).toBeVisible();
  await staffPage.getByRole('link', { name: number }).click();
  await expect(staffPage.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await expect(staffPage.getByText(product.name)).toBeVisible();
});
