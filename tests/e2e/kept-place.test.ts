import { expect, test } from './fixtures.ts';
import { fillAddress, hydrated, pressOn, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, desk } from './viewports.ts';

atViewport(desk, () => {
  test('keyboard shoppers keep their place in cart and checkout, and a typed but unsubmitted code counts', async ({
    page,
    store,
    visit,
    visitAs,
  }) => {
    const admin = adminOf(store);
    const search = ownName('Keyboard');
    for (const name of ['case', 'strap']) {
      const product = { tenant_id: 'casecraft', name: `${search} ${name}`, price: 100, stock: 2 };
      const { id } = await stockProduct(store, product);
      await visit('casecraft', `/product/${id}`);
      const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first();
      await pressOn(add);
      await seeToast(page, 'Item added to cart');
    }
    const code = ownName('KEYS').replace(/\W/g, '').toUpperCase();
    await admin.from('discounts').insert({ tenant_id: 'casecraft', code, kind: 'percent', value: 10 });

    await visit('casecraft', '/cart');
    await expect(page.getByRole('main')).not.toContainText('points');
    const more = page.getByRole('button', { name: 'Increase quantity' }).first();
    await pressOn(more);
    await expect(page.getByText('3 items')).toBeVisible();
    await expect(more).toBeDisabled();
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 items')).toBeVisible();
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .press('Enter');
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Remove/ })).toBeFocused();

    await visitAs(await hire(store, 'casecraft', 'user'), 'casecraft', '/checkout');
    await fillAddress(page, 'Mona Adel');
    const field = page.getByLabel('Discount code');
    const apply = page.getByRole('button', { name: 'Apply' });
    await field.fill('NOSUCHCODE');
    await pressOn(apply);
    await expect(page.getByText('This discount code does not exist.')).toBeVisible();
    await expect(apply).toBeFocused();
    await field.fill(code.toLowerCase());
    await page.keyboard.press('Tab');
    const off = page.getByRole('main').getByRole('button', { name: 'Remove', exact: true });
    await expect(off).toBeFocused();
    await expect(page.getByText(`Discount (${code})`).first()).toBeVisible();
    await pressOn(off);
    await expect(field).toBeFocused();
  });

  test('keyboard focus starts at the top of a new page as well', async ({ page, visit }) => {
    await visit('inkthread', '/cart');
    await hydrated(page);
    const main = page.getByRole('main');
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
    await expect(main).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(main.getByRole('link', { name: 'Home' })).toBeFocused();
    await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    await expect(main).toBeFocused();
  });

  test('removing a filter by keyboard moves the focus to the number of matching products', async ({
    page,
    visit,
  }) => {
    await visit('inkthread', '/shop?stock=in&sale=1');
    await hydrated(page);
    const chips = page.getByRole('list', { name: 'Applied filters' });
    const count = page.getByRole('status').filter({ hasText: /product/ });
    while ((await chips.count()) > 0) {
      const before = await chips.getByRole('listitem').count();
      await chips.getByRole('link').first().press('Enter');
      await expect(count).toBeFocused();
      await expect(chips.getByRole('listitem')).not.toHaveCount(before);
    }
    await expect(page).toHaveURL(/\/shop$/);
  });
});
