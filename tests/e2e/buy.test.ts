import { expect, test } from './fixtures.ts';
import { choose, fillAddress, newcomer, searchFor, seeResults, seeToast, signUp, tabTo } from './steps.ts';
import { demoShopper, hire, ownName, stockOf, stockProduct } from './stock.ts';
import { forEachPrintingStore } from './viewports.ts';

/** What an order is at first, by how it is paid. */
const firstStatus: Record<string, string> = {
  'Cash on delivery': 'Received',
  'Bank transfer': 'Awaiting payment',
};

forEachPrintingStore(({ brand, otherBrand, payment, width }) => {
  test(`a guest of ${brand} orders by ${payment}, and staff of that store alone see it`, {
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
    await keepPicture(`${brand}-product-${width}`);
    await choose(page, 'Color', 'black');
    await choose(page, 'Size', 'L');
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
    await seeToast(page, 'Item added to cart');

    await page.getByRole('button', { name: 'Go to Cart' }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByRole('link', { name: product.name })).toBeVisible();
    await expect(page.getByText('Black · L')).toBeVisible();
    await keepPicture(`${brand}-cart-${width}`);
    await page.getByRole('link', { name: 'Checkout' }).click();

    await seeToast(page, 'Please sign in', 'You need to sign in to continue.');
    await expect(page).toHaveURL(/\/signin\?next=%2Fcheckout$/);
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await signUp(page, 'Mona Adel', shopper);
    await seeToast(page, "You're all set", "You're signed in. Let's complete your checkout.");
    await expect(page).toHaveURL(/\/checkout$/);

    await fillAddress(page, 'Mona Adel');
    await page.getByText('Express delivery').click();
    await page.getByText(payment, { exact: true }).click();
    const express = brand === 'duoworks' ? 60 : 50;
    await expect(
      page.getByRole('definition').filter({ hasText: `${(120.5 + express).toFixed(2)} EGP` }),
    ).toBeVisible();
    await keepPicture(`${brand}-checkout-${width}`);
    await page.getByRole('button', { name: 'Place order' }).click();

    await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
    await keepPicture(`${brand}-confirmation-${width}`);
    await page.getByRole('link', { name: 'See your order' }).click();
    const heading = page.getByRole('heading', { level: 1, name: /^Order [A-Z]{2}-/ });
    await expect(heading).toBeVisible();
    const number = ((await heading.textContent()) ?? '').replace('Order ', '');
    const orderPath = new URL(page.url()).pathname;
    await expect(page.getByText(firstStatus[payment] ?? '', { exact: true }).first()).toBeVisible();
    await keepPicture(`${brand}-order-${width}`);

    expect(await stockOf(store, product.id)).toBe(5);
    await expect(async () => {
      await visit(brand, `/product/${product.id}`);
      await expect(page.getByText('Only 5 left')).toBeVisible({ timeout: 500 });
    }).toPass();
    await visit(brand, '/cart');
    await expect(page.getByText('Your cart is empty.', { exact: false })).toBeVisible();

    const staffPage = await somebodyElse();
    await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders', staffPage);
    await staffPage.getByRole('link', { name: number }).click();
    await expect(staffPage.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
    await expect(staffPage.getByText(product.name)).toBeVisible();

    const foreignStaff = await somebodyElse();
    await visitAs(await hire(store, otherBrand, 'admin'), otherBrand, '/admin/orders', foreignStaff);
    await expect(foreignStaff.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
    await expect(foreignStaff.getByRole('link', { name: number })).toHaveCount(0);
    await visit(otherBrand, orderPath, foreignStaff);
    await expect(foreignStaff.getByRole('heading', { name: 'There is no such order' })).toBeVisible();
  });
});

test('somebody with nothing but a keyboard goes from the home page to an order', { tag: '@journey' }, async ({
  page,
  store,
  visit,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const product = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Keyboard tee'),
    price: 140,
    stock: 5,
    size: '["M","L"]',
    color: 'black, white',
  });
  const { keyboard } = page;
  const main = page.getByRole('main');
  await visit('northblock');
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await tabTo(page, page.getByRole('banner').getByLabel('Search products'));
  await keyboard.type(product.name);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shop\?search=/);
  await seeResults(page, product.name);
  const found = main.getByRole('link', { name: product.name, exact: true });
  await tabTo(page, found);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: product.name, exact: true })).toBeVisible();
  await tabTo(page, main.getByRole('radio', { name: 'black' }));
  await keyboard.press('Space');
  await tabTo(page, main.getByRole('radio', { name: 'M', exact: true }));
  await keyboard.press('ArrowRight');
  await expect(main.getByRole('radio', { name: 'L', exact: true })).toBeChecked();
  await tabTo(page, main.getByRole('button', { name: 'Add to cart' }).first());
  await keyboard.press('Enter');
  await seeToast(page, 'Item added to cart');
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText('Black · L')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Checkout' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signin/);
  const { email, password } = demoShopper('northblock');
  await tabTo(page, main.getByLabel('Email'));
  await keyboard.type(email);
  await tabTo(page, main.getByLabel('Password', { exact: true }));
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/checkout$/);
  const cash = page.getByRole('radio', { name: /Cash on delivery/ });
  await expect(cash).toBeVisible();
  await tabTo(page, cash);
  await keyboard.press('Space');
  await expect(cash).toBeChecked();
  const place = page.getByRole('button', { name: 'Place order' });
  await expect(place).toBeEnabled();
  await tabTo(page, place);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
});
