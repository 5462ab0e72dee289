import type { Page } from '@playwright/test';
import { brands } from '../../app/brands/brands.ts';
import { wear } from './axe.ts';
import { expectToFit, expectToFitDouble } from './expect-to-fit.ts';
import { expect, takePicture, test } from './fixtures.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { facesInUse, putInCart, seeToast, swipeToast } from './steps.ts';
import { adminOf, demoPages, ownName, stockProduct } from './stock.ts';
import { desk, phone } from './viewports.ts';

/** Fetches the pictures of a whole page, also those further down. */
async function unroll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ src }) => src !== '');
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}

for (const { id: brand, customization, design } of brands) {
  test(`the main pages of ${brand} fit three widths and 200 % text, and are kept for people to look at`, async ({
    page,
    store,
    visit,
    watch,
  }) => {
    // A picture that was fetched ahead for one width is not shown when the window gets another.
    watch.allow(/preloaded using link preload/);
    // The pop-up would stand in the picture.
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const { product } = await demoPages(store, brand);
    const shifted = await recordLayoutShifts(page);
    await visit(brand, product);
    const { display, body, mono } = design.fonts;
    const families = [display, body, mono].flatMap((face) => face?.family ?? []);
    expect(new Set(await facesInUse(page)), 'it is set in its own faces').toEqual(new Set(families));
    expect(await shifted(), 'nothing moves while fonts and pictures come').toBeLessThanOrEqual(0.02);
    await putInCart(page);
    const pages: Record<string, string> = { home: '/', shop: '/shop', product, cart: '/cart' };
    if (customization.enabled) pages.customize = '/customize';
    for (const [name, path] of Object.entries(pages)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit(brand, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await unroll(page);
      await wear(page, 'dark');
      await takePicture(page, `${brand}-${name}-1280-dark`);
      await wear(page, 'light');
      for (const width of [1280, 768, 360]) {
        await expectToFit(page, { width, height: width < 600 ? 780 : 900 }, path);
        await takePicture(page, `${brand}-${name}-${width}-light`);
      }
      await expectToFitDouble(page, path);
    }
  });
}

test('pages fit as well where the language is written from right to left, and toasts leave to the other side', async ({
  page,
  store,
  visit,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
  // No store has such a language yet: the page is told before its code runs, as the server would.
  await page.addInitScript(() => {
    addEventListener('readystatechange', () => (document.documentElement.dir = 'rtl'), {
      capture: true,
      once: true,
    });
  });
  const { product, category } = await demoPages(store, 'northblock');
  for (const path of ['/', '/shop', category, '/cart', '/faq', '/signin', product]) {
    await visit('northblock', path);
    await wear(page, 'light');
    for (const window of [phone, desk]) await expectToFit(page, window, `${path} from right to left`);
  }
  await takePicture(page, 'northblock-product-1280-right-to-left');
  await putInCart(page);
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await seeToast(page, 'Item added to cart');
  const { x = 0 } = (await toast.boundingBox()) ?? {};
  expect(x, 'toasts stand at the end of the line').toBeLessThan(100);
  await swipeToast(page, -80);
  await expect(toast).toHaveCount(0);
});

test('the longest name that a category can have is told in full on a phone', async ({
  page,
  store,
  visit,
}) => {
  const name = ownName(
    'Everything that was printed, woven or sewn by hand in a workshop between Zamalek and Heliopolis',
  ).padEnd(120, 'x');
  const categories = adminOf(store).from('categories');
  const { data, error } = await categories.insert({ tenant_id: 'duoworks', name }).select('id').single();
  expect(error).toBeNull();
  const product = await stockProduct(store, {
    tenant_id: 'duoworks',
    name: ownName('Long-named'),
    price: 90,
    stock: 3,
    category_id: data?.id ?? null,
  });
  for (const path of [`/category/${data?.id}`, `/product/${product.id}`, '/categories']) {
    await expect(async () => {
      await visit('duoworks', path);
      await expect(page.getByRole('main').getByText(name).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await wear(page, 'light');
    await expectToFit(page, phone, path);
  }
  await adminOf(store).from('products').delete().eq('id', product.id);
  await adminOf(store)
    .from('categories')
    .delete()
    .eq('id', data?.id ?? '');
});
