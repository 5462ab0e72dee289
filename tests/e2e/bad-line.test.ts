import { expect, test } from './fixtures.ts';
import { choose, hydrated, tryAgain } from './steps.ts';
import { ownName, stockProduct } from './stock.ts';

test('code that fails to load breaks no page: it says so, keeps the input, and retries', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/toast-region|size-chart-dialog|Failed to fetch/);
  const hoodie = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Hoodie of a bad line'),
    price: 100,
    stock: 5,
    size: '["M","L"]',
  });
  const late = /(toast-region|size-chart-dialog)[^/]*\.js$/;
  await page.route(late, (route) => route.abort('internetdisconnected'));
  await visit('northblock', `/product/${hoodie.id}`);
  const main = page.getByRole('main');
  const size = main.getByRole('radio', { name: 'L', exact: true });
  const add = main.getByRole('button', { name: 'Add to cart' }).first();
  await choose(page, 'Size', 'L');
  await add.click();
  await expect(page.getByText('Item added to cart')).toBeVisible();
  await expect(size).toBeChecked();
  await main.getByRole('button', { name: 'Size chart' }).click();
  const failed = page.getByRole('dialog', { name: 'This did not load' });
  await expect(failed).toBeVisible();
  await failed.getByRole('button', { name: 'Close' }).click();
  await main.getByRole('button', { name: 'Size chart' }).click();
  await expect(failed.getByRole('button', { name: 'Reload the page' })).toHaveCount(0);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await expect(size).toBeChecked();

  await page.unroute(late);
  const chart = page.getByRole('dialog', { name: 'Size chart' });
  const stayed = await tryAgain(page, failed);
  if (!stayed) await main.getByRole('button', { name: 'Size chart' }).click();
  await chart.getByRole('button', { name: 'Close' }).click();
  if (!stayed) await choose(page, 'Size', 'L');
  await expect(size).toBeChecked();
  await add.click();
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toContainText(
    'Cart updated',
  );
});

test('a product returned to without a connection is as it was left', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/\/product\/|Failed to load resource/);
  const cap = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('Case of a bad line'),
    price: 60,
    stock: 5,
  });
  await visit('casecraft', `/product/${cap.id}`);
  const main = page.getByRole('main');
  const quantity = main.getByLabel('Quantity', { exact: true });
  await hydrated(page);
  await quantity.press('End');
  await quantity.press('Backspace');
  await expect(quantity).toHaveValue('');
  await quantity.pressSequentially('2');
  await expect(quantity).toHaveValue('2');
  const asked = /\/product\/[^/]+$/;
  await page.route(asked, (route) => route.abort('internetdisconnected'));
  const lost = page.waitForEvent('requestfailed', (request) => asked.test(request.url()));
  await page.evaluate(() => {
    for (const value of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
  await lost;
  await main.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(quantity).toHaveValue('3');
});

test('a first picture whose code fails says so, retries, and leaves the rest of the page usable', async ({
  page,
  visit,
  watch,
}) => {
  // React also logs that it discarded the server's markup, or had to render again.
  watch.allow(/printer-hero|Failed to fetch|React error #(422|520)/);
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
  await page.route(/printer-hero[^/]*\.js$/, (route) => route.abort('internetdisconnected'));
  await visit('inkthread');
  const failed = page.getByRole('alert').filter({ hasText: 'This did not load' });
  await expect(failed).toBeVisible();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.unroute(/printer-hero[^/]*\.js$/);
  await tryAgain(page, failed);
  await expect(page.getByLabel('Your line')).toBeVisible();
});

test('a failed prefetch of code never keeps anybody from the other pages', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/\/assets\/product-|Failed to fetch|Error loading route module/);
  const name = ownName('Case that is only pointed at');
  await stockProduct(store, { tenant_id: 'casecraft', name, price: 60, stock: 5 });
  await visit('casecraft', '/shop?sort=newest');
  await hydrated(page);
  await page.route(/\/assets\/product-[^/]*\.js$/, (route) => route.abort('internetdisconnected'));
  const failed = page.waitForEvent('console', (message) =>
    message.text().includes('Error loading route module'),
  );
  await page.getByRole('main').getByRole('link', { name }).first().hover();
  await failed;
  await page.getByRole('banner').getByRole('link', { name: 'Deals' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
});

test('opening a product without a connection, before its code ever loaded, keeps the person in the store', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|\/product|Failed to fetch|Error loading route module/);
  const name = ownName('Case of no line');
  await stockProduct(store, { tenant_id: 'casecraft', name, price: 60, stock: 5 });
  await visit('casecraft', '/shop?sort=newest');
  await hydrated(page);
  const main = page.getByRole('main');
  const link = main.getByRole('link', { name }).first();
  const again = main.getByRole('button', { name: 'Try again' });
  await page.context().setOffline(true);
  await link.click();
  await expect(main.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await again.click();
  await expect(again).toBeEnabled();
  await page.context().setOffline(false);
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/product\/case-of-no-line/);

  // An offline connection, but only to this store's server.
  await visit('casecraft', '/shop?sort=newest');
  await hydrated(page);
  await page.route(/\/product/, (route) => route.abort('connectionrefused'));
  await link.click();
  await expect(again).toBeVisible();
  await again.click();
  await expect(again).toBeEnabled();
  await page.unroute(/\/product/);
  await again.click();
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
});
