import type { Page } from '@playwright/test';
import { presets } from '../../app/brands/presets.ts';
import { examineArabic, knownLatinWords } from './arabic-pages.ts';
import { arabicText } from './arabic-text.ts';
import { expect, test } from './fixtures.ts';
import { expectStillWithLateFonts } from './late-fonts.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { adminOf, demoPages, demoShopper, hire } from './stock.ts';
import { phone } from './viewports.ts';

/** Pages that differ by brand; `shared` ones are checked in one brand each. */
const everywhere = ['/ar', '/ar/shop'];
/** Pages whose fonts load after the first paint. */
const late = [...everywhere, '/ar/cart'];
const shared: Record<string, string[]> = {
  inkthread: ['/ar/customize', '/ar/contact', '/ar/account', '/ar/account/addresses'],
  meeplehouse: ['/ar/faq', '/ar/account/points', '/ar/account/orders', '/ar/shop?search=7788'],
  casecraft: ['/ar/categories', '/ar/deals', '/ar/account/wishlist'],
  northblock: ['/ar/signin', '/ar/signup', '/ar/forgot-password', '/ar/reset-password', '/ar/welcome'],
  duoworks: ['/ar/customize', '/ar/categories', '/ar/a-path-that-leads-nowhere'],
};

/** Adds the open page's product to the cart, with the first value of each option. */
async function putInArabicCart(page: Page): Promise<void> {
  const form = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByRole('button', { name: arabicText('product', 'addToCart') }) })
    .first();
  const add = form.getByRole('button', { name: arabicText('product', 'addToCart') });
  await expect(add).toBeEnabled();
  for (const group of await form.getByRole('group').all()) {
    const option = group.locator('input[type=radio]:enabled').first();
    if ((await option.count()) > 0) await option.press('Space');
  }
  await add.click();
  await expect(page.getByRole('button', { name: arabicText('cart', 'goToCart') })).toBeVisible();
}

for (const { id: brand } of presets) {
  test(`Arabic pages of ${brand} are complete: nothing in English, truncated, overlapping, out of place or shifting`, async ({
    page,
    store,
    visit,
    visitAs,
    keepPicture,
    watch,
  }) => {
    watch.allow(/status of 404|answer 404|preloaded using link preload/);
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const shifted = await recordLayoutShifts(page);
    const known = await knownLatinWords(store);
    const { product, order } = await demoPages(store, brand);
    const found: string[] = [];
    const look = async (path: string) => {
      await page.setViewportSize(phone);
      const open = () => visit(brand, path);
      await (late.includes(path) ? expectStillWithLateFonts(page, shifted, path, open) : open());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const axe = brand === 'inkthread' || shared[brand]?.includes(path);
      found.push(...(await examineArabic(page, path, shifted, known, axe)));
    };
    const open = (shared[brand] ?? []).filter((path) => !path.startsWith('/ar/account'));
    const personal = (shared[brand] ?? []).filter((path) => path.startsWith('/ar/account'));
    for (const path of [...everywhere, ...open]) await look(path);
    await page.setViewportSize(phone);
    await visitAs(demoShopper(brand), brand, `/ar${product}`);
    found.push(...(await examineArabic(page, product, shifted, known, brand === 'inkthread')));
    await keepPicture(`${brand}-product-1280-arabic`);
    await putInArabicCart(page);
    for (const path of ['/ar/cart', '/ar/checkout', `/ar/account/orders/${order}`, ...personal])
      await look(path);
    expect(found).toEqual([]);
  });
}

test('the back office in Arabic is complete: nothing truncated, overlapping, out of place or shifting', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const brand = 'inkthread';
  const shifted = await recordLayoutShifts(page);
  const owner = await hire(store, brand, 'super_admin');
  await adminOf(store)
    .from('profiles')
    .update({ office_language: 'ar' })
    .eq('email', owner.email)
    .throwOnError();
  const { product, order } = await demoPages(store, brand);
  const found: string[] = [];
  const screens = [
    'dashboard',
    'orders',
    `orders?order=${order}`,
    'orders/print-floor',
    'orders/settlements',
    'close-day',
    'products',
    product.replace('/product/', 'products/edit/'),
    'products?tab=categories',
    'customers',
    'content',
    'reports',
    'settings',
  ];
  await visitAs(owner, brand, '/ar/admin');
  for (const screen of screens) {
    await page.setViewportSize(phone);
    expect(await visit(brand, `/ar/admin/${screen}`), screen).toBe(200);
    found.push(...(await examineArabic(page, screen, shifted, null)));
  }
  expect(found).toEqual([]);
});
