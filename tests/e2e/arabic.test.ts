import type { Locator, Page } from '@playwright/test';
import type { StoreProcess } from '../support/store-process.ts';
import { arabicText } from './arabic-text.ts';
import { expect, type Journey, test } from './fixtures.ts';
import { holdCode } from './held-requests.ts';
import { enrol } from './people.ts';
import { choose, hydrated } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { phone } from './viewports.ts';

const languageOf = (page: Page) =>
  page.evaluate(() => {
    const { lang, dir } = document.documentElement;
    return `${lang} ${dir}`;
  });

const field = (page: Page, key: string): Locator =>
  page.getByLabel(arabicText('checkout', key), { exact: true });

/** Orders a product in Arabic, from its page to the confirmation. */
async function orderInArabic(page: Page, store: StoreProcess, visitAs: Journey['visitAs']) {
  const arabic = ownName('هودي الرحلة');
  const english = ownName('Journey hoodie');
  const product = await stockProduct(store, {
    tenant_id: 'inkthread',
    name: english,
    price: 120.5,
    stock: 6,
    translations: { ar: { name: arabic, description: 'قطن ثقيل للطرق الطويلة.' } },
  });
  await visitAs(await enrol(store, 'inkthread', 'منى'), 'inkthread', `/ar/product/${product.id}`);
  await expect(page.getByRole('heading', { level: 1, name: arabic })).toBeVisible();
  await expect(page.getByText('120.50 ج.م').first()).toBeVisible();
  await page
    .getByRole('button', { name: arabicText('product', 'addToCart') })
    .first()
    .click();
  const refreshed = page.waitForResponse(/\/ar\/cart\/products/);
  await page.getByRole('button', { name: arabicText('cart', 'goToCart') }).click();

  await expect(page).toHaveURL(/\/ar\/cart$/);
  expect(await (await refreshed).json()).toMatchObject([{ name: arabic }]);
  await expect(page.getByRole('link', { name: arabic })).toBeVisible();
  await page.getByRole('link', { name: arabicText('cart', 'checkout') }).click();

  await expect(page).toHaveURL(/\/ar\/checkout$/);
  await field(page, 'fullName').fill('منى عادل');
  await field(page, 'phone').fill('0100 123 4567');
  await field(page, 'governorate').selectOption('Cairo');
  await field(page, 'city').fill('المعادي');
  await field(page, 'street').fill('شارع 9');
  await expect(page.getByRole('listitem').filter({ hasText: arabic })).toBeVisible();
  await page.getByRole('button', { name: arabicText('checkout', 'placeOrder') }).click();

  await expect(page.getByRole('heading', { name: arabicText('checkout', 'confirmTitle') })).toBeVisible();
  await expect(page).toHaveURL(/\/ar\/order-confirmation\?order=/);
  return { arabic, english, product };
}

test('an Arabic reader orders without a word of English, and the order names its products in the reader’s language', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs }) => {
  const { arabic, english, product } = await orderInArabic(page, store, visitAs);
  expect(await languageOf(page)).toBe('ar rtl');
  await adminOf(store)
    .from('products')
    .update({ name: ownName('Renamed'), translations: { ar: { name: ownName('اسم آخر') } } })
    .eq('id', product.id)
    .throwOnError();
  const main = page.getByRole('main');
  const link = page.getByRole('link', { name: arabicText('checkout', 'seeOrder') });
  await link.click();
  await expect(page).toHaveURL(/\/ar\/account\/orders\/./);
  await expect(main.getByRole('link', { name: arabic })).toBeVisible();
  await expect(main.getByText(english)).toHaveCount(0);
  const path = new URL(page.url()).pathname;
  await visit('inkthread', path.replace('/ar/', '/'));
  await expect(main.getByRole('link', { name: english })).toBeVisible();
  await expect(main.getByText(arabic)).toHaveCount(0);
});

test.describe('under a translator', () => {
  test.use({ translated: true, viewport: phone });

  test('the Arabic store leads from choosing options through a sign-in and a discount code to an order', async ({
    page,
    store,
    visit,
    watch,
  }) => {
    watch.allow(/status of 400|auth\/v1\/token|quote_order/);
    const arabic = ownName('هودي المترجم');
    const product = await stockProduct(store, {
      tenant_id: 'inkthread',
      name: ownName('Translated hoodie'),
      price: 100,
      stock: 40,
      size: '["M","L"]',
      color: 'black, white',
      translations: { ar: { name: arabic } },
    });
    const code = ownName('TEN').replace(/\W/g, '').toUpperCase();
    await adminOf(store)
      .from('discounts')
      .insert({ tenant_id: 'inkthread', code, kind: 'percent', value: 10 })
      .throwOnError();
    const main = page.getByRole('main');
    const pick = (key: string, value: string) => choose(page, arabicText('product-fields', key), value);

    // Translated before hydration, which then finds other elements than the server rendered.
    const wake = await holdCode(page);
    await page.goto(`http://inkthread.localhost:${store.port}/ar/product/${product.id}`, {
      waitUntil: 'commit',
    });
    await expect(page.locator('h1 font').first()).toBeVisible();
    wake();
    await hydrated(page);
    await pick('size', 'M');
    await pick('color', 'أبيض');
    await pick('size', 'L');
    await pick('color', 'أسود');
    await main
      .getByRole('button', { name: arabicText('product', 'addToCart') })
      .first()
      .click();
    await page.getByRole('button', { name: arabicText('cart', 'goToCart') }).click();
    await expect(main.getByText('أسود · L')).toBeVisible();
    await page.getByRole('link', { name: arabicText('cart', 'checkout') }).click();

    const person = await hire(store, 'inkthread', 'user');
    const password = main.getByLabel(arabicText('auth', 'password'), { exact: true });
    const enter = main.getByRole('button', { name: arabicText('auth', 'signInTitle') });
    await main.getByLabel(arabicText('auth', 'email')).fill(person.email);
    await password.fill('not-the-password');
    await enter.click();
    // The visible toast: for its first second, its text is also in the live region.
    await expect(
      page.getByRole('listitem').filter({ hasText: arabicText('auth', 'signInFailed') }),
    ).toBeVisible();
    await password.fill(person.password);
    await enter.click();
    await expect(page).toHaveURL(/\/ar\/checkout$/);

    await field(page, 'fullName').fill('منى عادل');
    await field(page, 'phone').fill('0100 123 4567');
    await field(page, 'governorate').selectOption('Cairo');
    await field(page, 'city').fill('المعادي');
    await field(page, 'street').fill('شارع 9');
    const apply = page.getByRole('button', { name: arabicText('checkout', 'apply') });
    await field(page, 'discountCode').fill('NOSUCHCODE');
    await apply.click();
    await expect(page.getByText(arabicText('refusals', 'unknown_discount'))).toBeVisible();
    await field(page, 'discountCode').fill(code);
    await apply.click();
    await expect(
      page.getByRole('button', { name: arabicText('checkout', 'removeCode'), exact: true }).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: arabicText('checkout', 'placeOrder') }).click();
    await expect(page.getByRole('heading', { name: arabicText('checkout', 'confirmTitle') })).toBeVisible();
    expect(await languageOf(page)).toBe('fr rtl');
    await page.getByRole('link', { name: arabicText('checkout', 'seeOrder') }).click();
    await expect(page).toHaveURL(/\/ar\/account\/orders\/./);
    await expect(main.getByRole('link', { name: arabic })).toBeVisible();

    await visit('inkthread', '/ar/contact');
    const form = main.locator('form');
    const write = async (key: string, text: string) => form.getByLabel(arabicText('content', key)).fill(text);
    await write('name', 'منى عادل');
    await write('email', person.email);
    await form.getByRole('button', { name: arabicText('content', 'send') }).click();
    await expect(form.getByText(arabicText('content', 'messageMissing'))).toBeVisible();
    await write('subject', 'سؤال');
    await write('message', 'هل هو ثقيل؟');
    await form.getByRole('button', { name: arabicText('content', 'send') }).click();
    await expect(page.getByText(arabicText('content', 'contactSentWhy')).first()).toBeVisible();
  });
});

test('the switch opens the same page in the other language, and the choice is remembered', async ({
  page,
  visit,
}) => {
  await visit('casecraft', '/shop?sort=newest');
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
  await expect(page).toHaveURL(/\/ar\/shop\?sort=newest$/);
  expect(await languageOf(page)).toBe('ar rtl');
  // Links preserve the language.
  await page
    .getByRole('navigation', { name: arabicText('shell', 'mainNavigation') })
    .getByRole('link', { name: arabicText('shell', 'deals') })
    .click();
  await expect(page).toHaveURL(/\/ar\/deals$/);
  // After an explicit choice, pages in the other language offer to switch.
  await visit('casecraft', '/faq');
  const offer = page.getByRole('link', { name: 'التصفح بالعربية؟' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();
});

test('the offer of another language leaves the buy controls in reach on a phone', async ({
  page,
  store,
  visit,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { id } = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('Case of the offer'),
    price: 90,
    stock: 3,
  });
  await visit('casecraft', `/ar/product/${id}`);
  await page
    .getByRole('button', { name: arabicText('product', 'addToCart') })
    .first()
    .click();
  await visit('casecraft', '/ar/shop');
  // It hides while it covers a control.
  const offer = page.getByRole('link', { name: 'Browse in English?', includeHidden: true });
  await expect(offer).toBeAttached();
  await visit('casecraft', '/ar/cart');
  await expect(page.getByRole('link', { name: arabicText('cart', 'checkout') })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole('link', { name: arabicText('cart', 'checkout') }).click();
  await expect(page).toHaveURL(/\/ar\/(checkout|signin)/);
});

test('pages in both languages link each other, and caches keep them apart', async ({ request, store }) => {
  const pageAt = async (path: string) => (await request.get(`http://localhost:${store.port}${path}`)).text();
  for (let round = 0; round < 2; round += 1) {
    const [english, arabic] = [await pageAt('/shop'), await pageAt('/ar/shop')];
    expect(english).toContain('<html lang="en" dir="ltr"');
    expect(arabic).toContain('<html lang="ar" dir="rtl"');
    for (const page of [english, arabic]) {
      expect(page).toMatch(/<link rel="alternate" hrefLang="en" href="[^"]*\/shop["?]/);
      expect(page).toMatch(/<link rel="alternate" hrefLang="ar" href="[^"]*\/ar\/shop["?]/);
      expect(page).toMatch(/<link rel="alternate" hrefLang="x-default" href="[^"]*\/shop["?]/);
    }
    expect(english).toMatch(/<link rel="canonical" href="[^"]*[^r]\/shop["?]/);
    expect(arabic).toMatch(/<link rel="canonical" href="[^"]*\/ar\/shop["?]/);
  }
  expect(await pageAt('/robots.txt')).toMatch(
    /Sitemap: .*[^r]\/sitemap\.xml.*\nSitemap: .*\/ar\/sitemap\.xml/,
  );
  expect(await pageAt('/ar/sitemap.xml')).toMatch(/<loc>[^<]*\/ar\/shop[<?]/);
});

test('suggestions use the script that is typed, whatever the page’s language', async ({
  page,
  store,
  visit,
}) => {
  const [english, arabic] = [ownName('Lighthouse jacket'), ownName('جاكيت الفنار')];
  await stockProduct(store, {
    tenant_id: 'northblock',
    name: english,
    price: 500,
    stock: 4,
    translations: { ar: { name: arabic } },
  });
  for (const [path, label] of [
    ['/', 'Search products'],
    ['/ar', arabicText('shell', 'searchLabel')],
  ] as const) {
    await visit('northblock', path);
    await hydrated(page);
    const search = page.getByRole('banner').getByLabel(label);
    for (const name of [english, arabic]) {
      await search.fill(name);
      await expect(page.getByRole('option').locator('.truncate').filter({ hasText: name })).toBeVisible();
    }
  }
});

test('people who never chose a language get mails in that of the pages where they sign in', async ({
  store,
  visitAs,
}) => {
  const mona = await enrol(store, 'inkthread', 'منى');
  const read = async () => {
    const profile = await adminOf(store).from('profiles').select('language').eq('email', mona.email).single();
    return profile.data?.language;
  };
  await visitAs(mona, 'inkthread', '/account');
  expect(await read()).toBeNull();
  await visitAs(mona, 'inkthread', '/ar/account');
  await expect.poll(read).toBe('ar');
});

test('the language chosen in the account applies to the store and to mails', async ({
  page,
  store,
  visitAs,
}) => {
  const mona = await enrol(store, 'casecraft', 'منى');
  await visitAs(mona, 'casecraft', '/account');
  const chosen = async () => {
    const profile = await adminOf(store).from('profiles').select('language').eq('email', mona.email).single();
    return profile.data?.language;
  };
  await page.getByRole('main').getByRole('link', { name: 'العربية' }).click();
  await expect(page).toHaveURL(/\/ar\/account$/);
  await expect(
    page.getByRole('heading', { level: 2, name: arabicText('account', 'language') }),
  ).toBeVisible();
  await expect.poll(chosen).toBe('ar');
  await page.getByRole('main').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/[^r]\/account$/);
  await expect.poll(chosen).toBe('en');
});

test('staff find products by their name in either script, with any forms of its letters', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const [english, arabic] = [ownName('Reading lamp'), ownName('أباجورة القراءة')];
  await stockProduct(store, {
    tenant_id: 'duoworks',
    name: english,
    price: 500,
    stock: 4,
    translations: { ar: { name: arabic } },
  });
  const owner = await hire(store, 'duoworks', 'super_admin');
  await adminOf(store)
    .from('profiles')
    .update({ office_language: 'ar' })
    .eq('email', owner.email)
    .throwOnError();
  await visitAs(owner, 'duoworks', '/ar/admin/products');
  for (const typed of ['اباجوره القراءه', 'Reading lamp']) {
    await visit('duoworks', `/ar/admin/products?search=${encodeURIComponent(typed)}`);
    await expect(page.getByRole('main').getByRole('link', { name: arabic, exact: true })).toBeVisible();

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: arabicText('admin-command-palette', 'title') });
    await palette.getByRole('combobox').fill(typed);
    await expect(palette.getByRole('option', { name: arabic })).toBeVisible();

    await visit('duoworks', '/ar/admin/orders/new');
    await page.getByLabel(arabicText('admin-returns', 'searchProduct')).fill(typed);
    await expect(page.getByRole('main').getByRole('button', { name: arabic })).toBeVisible();
  }
});
