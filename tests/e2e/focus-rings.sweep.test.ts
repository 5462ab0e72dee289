import type { Page } from '@playwright/test';
import { brands } from '../../app/brands/brands.ts';
import { expect, test } from './fixtures.ts';
import { expectWholeRings } from './focus-rings.ts';
import { putInCart, signIn } from './steps.ts';
import { demoPages, demoShopper, hire } from './stock.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Waits until the page is awake and shows what it read. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('button[type=button]:enabled').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const { id: brand, customization } of brands) {
  test(`nothing cuts the ring around what the keyboard reaches on the pages of ${brand}`, async ({
    page,
    store,
    visit,
    watch,
  }) => {
    // Pages are left for the next one sooner than Chromium expects what was fetched for them to be used.
    watch.allow(/preloaded using link preload/);
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const demo = await demoPages(store, brand);
    const look = async (path: string) => {
      expect(await visit(brand, path), path).toBe(200);
      await settled(page);
      await expectWholeRings(page, path);
    };
    await visit(brand, demo.product);
    await putInCart(page);
    const open = ['/', '/shop', '/categories', '/deals', '/faq', '/contact', '/cart'];
    const accounts = ['/signin', '/signup', '/forgot-password'];
    const designer = customization.enabled ? ['/customize'] : [];
    for (const path of [...open, demo.category, demo.product, ...accounts, ...designer]) await look(path);
    await visit(brand, '/signin');
    await signIn(page, demoShopper(brand));
    await expect(page).toHaveURL(/localhost:\d+\/$/);
    const own = ['', '/addresses', '/orders', '/wishlist', `/orders/${demo.order}`];
    for (const path of own) await look(`/account${path}`);
    await look('/checkout');
    await look(`/order-confirmation?order=${demo.order}`);
  });
}

test('nothing cuts the ring around what the keyboard reaches on the pages of the back office, and in what opens there', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const brand = 'meeplehouse';
  await visitAs(await hire(store, brand, 'super_admin'), brand, '/admin/dashboard');
  const main = page.getByRole('main');
  const pages = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(pages.first()).toHaveAttribute('aria-current', 'page');
  for (const address of await pages.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )) {
    await visit(brand, address);
    await settled(page);
    await expectWholeRings(page, address);
    const tabs = (await main.getByRole('tab').all()).slice(1);
    const alike = /reports|settings/.test(address);
    for (const tab of alike ? [...tabs.slice(0, 1), ...tabs.slice(-1)] : tabs) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await settled(page);
      await expectWholeRings(page, page.url());
    }
  }

  await visit(brand, '/admin/products/new');
  await settled(page);
  await expectWholeRings(page, 'a new product');
  for (const list of ['products', 'orders', 'customers']) {
    await visit(brand, `/admin/${list}`);
    await main.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page).toHaveURL(/edit|order=|customer=/);
    await settled(page);
    await expectWholeRings(page, `one of the ${list}`);
  }

  const dialogs = [
    ['/admin/products?tab=categories', 'New category'],
    ['/admin/content?tab=deals', 'New deal'],
    ['/admin/delivery-slots', 'New slot'],
  ] as const;
  for (const [address, button] of dialogs) {
    await visit(brand, address);
    await main.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWholeRings(page, button);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const keys of ['Control+k', '?']) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWholeRings(page, `what ${keys} opens`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
