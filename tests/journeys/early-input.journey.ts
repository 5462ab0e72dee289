import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { choose, seeToast, signIn } from './steps.ts';
import { demoShopper, ownName, stockProduct } from './stock.ts';

/** Keeps the page's code, or the given files of it, on the way, as a slow line does. Returns how to let it through. */
async function holdCode(page: Page, files = /\.js$/): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test('M60 M62 what is chosen and pressed before the page is awake counts', async ({ page, store }) => {
  const product = await stockProduct(store, {
    ...{ tenant_id: 'northblock', name: ownName('Early shirt'), price: 100, stock: 5 },
    ...{ size: '["S","M","L"]', color: '["Black","White"]' },
  });
  const wake = await holdCode(page);
  await page.goto(`http://northblock.localhost:${store.port}/product/${product.id}`, { waitUntil: 'commit' });
  await choose(page, 'Size', 'S');
  await choose(page, 'Size', 'S');
  await choose(page, 'Size', 'L');
  await choose(page, 'Color', 'White');
  await page.getByLabel('Quantity', { exact: true }).fill('3');
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  wake();
  await seeToast(page, 'Item added to cart');
  const drawer = page.getByRole('dialog', { name: 'Your cart: 3 items' });
  await expect(drawer.getByText('White')).toBeVisible();
  await expect(drawer.getByText('L', { exact: false }).first()).toBeVisible();
});

for (const [late, files] of [
  ['the page', undefined],
  ['its part', /printer-hero[^/]*\.js$/],
] as const) {
  test(`M81 what is typed into the first picture before the code of ${late} is there is printed`, async ({
    page,
    store,
  }) => {
    const wake = await holdCode(page, files);
    await page.goto(`http://inkthread.localhost:${store.port}/`, { waitUntil: 'commit' });
    await page.getByLabel('Your line').fill('Early bird');
    wake();
    await expect(page.getByRole('img', { name: /“Early bird”/ })).toBeVisible();
  });
}

test('M42 a sign-in sent before the page is awake never puts the password into the address', async ({
  page,
  store,
}) => {
  const wake = await holdCode(page);
  await page.goto(`http://meeplehouse.localhost:${store.port}/auth/signin`, { waitUntil: 'commit' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signIn(page, demoShopper('meeplehouse'));
  wake();
  await expect(page.getByRole('main').getByLabel('Password', { exact: true })).toHaveCount(0);
  expect(asked.filter((url) => /password=/.test(url))).toEqual([]);
});

test('M09 a device that turns light before the page is awake is followed', async ({ page, store }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const wake = await holdCode(page);
  await page.goto(`http://duoworks.localhost:${store.port}/faq`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveClass('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  wake();
  await expect(page.locator('html')).toHaveClass('light');
});
