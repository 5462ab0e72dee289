import { expect, test } from './fixtures.ts';
import { holdCode } from './held-requests.ts';
import { choose, seeToast, signIn } from './steps.ts';
import { demoShopper, ownName, stockProduct } from './stock.ts';

test('a product can be configured and bought once the page is hydrated; before, its controls are disabled', async ({
  page,
  store,
}) => {
  const product = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Early shirt'),
    price: 100,
    stock: 18,
    size: '["S","M","L"]',
    color: '["Black","White"]',
  });
  const wake = await holdCode(page);
  await page.goto(`http://northblock.localhost:${store.port}/product/${product.id}`, { waitUntil: 'commit' });
  const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first();
  await expect(add).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'White' })).toBeDisabled();
  wake();
  await choose(page, 'Size', 'L');
  await choose(page, 'Color', 'White');
  await page.getByLabel('Quantity', { exact: true }).fill('3');
  await add.click();
  await seeToast(page, 'Item added to cart');
  await page.getByRole('button', { name: 'Go to Cart' }).click();
  await expect(page.getByText('White · L')).toBeVisible();
  await expect(page.getByText('3 items')).toBeVisible();
});

test('the text on the first picture is editable once the page’s or its hero’s code has loaded, and is printed', async ({
  page,
  store,
}) => {
  for (const files of [undefined, /printer-hero[^/]*\.js$/]) {
    const wake = await holdCode(page, files);
    await page.goto(`http://inkthread.localhost:${store.port}/`, { waitUntil: 'commit' });
    const line = page.getByLabel('Your line');
    await expect(line).toBeDisabled();
    wake();
    await line.fill('Early bird');
    await expect(page.getByRole('img', { name: /“Early bird”/ })).toBeVisible();
    await page.unrouteAll();
  }
});

test('actions taken before hydration work: a search, a sign-in, and a theme change', async ({
  page,
  store,
}) => {
  await test.step('a search sent before hydration is a form, and still finds products', async () => {
    const wake = await holdCode(page);
    await page.goto(`http://northblock.localhost:${store.port}/`, { waitUntil: 'commit' });
    const search = page.getByRole('searchbox', { name: 'Search products' }).first();
    await search.fill('hoodie');
    await search.press('Enter');
    await expect(page).toHaveURL(/\/shop\?search=hoodie/);
    wake();
  });

  await test.step('a sign-in waits for hydration: no password reaches the URL or is sent without the page’s code', async () => {
    const wake = await holdCode(page);
    await page.goto(`http://meeplehouse.localhost:${store.port}/auth/signin`, { waitUntil: 'commit' });
    const password = page.getByRole('main').getByLabel('Password', { exact: true });
    await expect(password).toBeDisabled();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    wake();
    await signIn(page, demoShopper('meeplehouse'));
    await expect(password).toHaveCount(0);
    expect(asked.filter((url) => /password=/.test(url))).toEqual([]);
  });

  await test.step('a device that switches to light before hydration is followed', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const wake = await holdCode(page);
    await page.goto(`http://duoworks.localhost:${store.port}/faq`, { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveClass('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    wake();
    await expect(page.locator('html')).toHaveClass('light');
  });
});
