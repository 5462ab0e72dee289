import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { hydrated } from './steps.ts';
import { ownName, stockProduct } from './stock.ts';

/** Makes the open page meet an updated server: another build, its own code gone. */
async function updateBehind(page: Page, gone: RegExp): Promise<void> {
  await page.route(/\/__manifest\?/, (route) =>
    route.fulfill({ status: 204, headers: { 'X-Remix-Reload-Document': 'true' } }),
  );
  await page.route(gone, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.evaluate(() => {
    document.documentElement.dataset.openedBefore = 'true';
  });
  // The reloaded document comes from the new build.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}
/** The document from before the update. */
const openedBefore = (page: Page) => page.locator('html[data-opened-before]');

test.beforeEach(({ watch }) => {
  watch.allow(/404|Error loading route module|dynamically imported module|manifest version mismatch/);
});

test('a tab opened before an update opens the next page from the new version', async ({
  page,
  store,
  visit,
}) => {
  const name = ownName('Case of the next version');
  await stockProduct(store, { tenant_id: 'casecraft', name, price: 60, stock: 5 });
  await visit('casecraft', '/shop?sort=newest');
  await hydrated(page);
  await updateBehind(page, /\/assets\/product-[^/]*\.js$/);
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/product\/case-of-the-next-version/);
  await expect(openedBefore(page)).toHaveCount(0);
});

test('a tab whose chunks are gone after an update reloads itself', async ({ page, store, visit }) => {
  const hoodie = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Hoodie of the next version'),
    price: 100,
    stock: 5,
    size: '["M","L"]',
  });
  await visit('northblock', `/product/${hoodie.id}`);
  await hydrated(page);
  await updateBehind(page, /\/assets\/size-chart-dialog[^/]*\.js$/);
  await page.getByRole('main').getByRole('button', { name: 'Size chart' }).click();
  await expect(openedBefore(page)).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Size chart' }).click();
  await expect(page.getByRole('dialog', { name: 'Size chart' })).toBeVisible();
});

test('a tab whose call no longer exists after an update reloads itself, and the call is made', async ({
  page,
  store,
  visitAs,
  watch,
}) => {
  watch.allow(/answer 400|status of 400/);
  const mona = await enrol(store, 'inkthread', 'Mona');
  // Otherwise the router leaves before any call, since it asks for the route and learns of the update.
  const discovered = page.waitForResponse(/__manifest\?.*addresses/);
  await visitAs(mona, 'inkthread', '/account');
  await discovered;
  await hydrated(page);
  await updateBehind(page, /nothing-is-gone/);
  await page.route(/\/rest\/v1\/addresses/, (route) =>
    route.fulfill({ status: 400, json: { code: '42703', message: 'column addresses.old does not exist' } }),
  );
  const refused = page.waitForResponse(/\/rest\/v1\/addresses/);
  await page.getByRole('link', { name: 'Addresses' }).first().click();
  expect((await refused).status()).toBe(400);
  await expect(openedBefore(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Add.*address/i }).first()).toBeVisible();
});

test('a tab whose code fails to load without an update says so, and offers a retry', async ({
  page,
  visit,
  watch,
}) => {
  watch.allow(/The code of .* did not load/);
  await visit('northblock', '/shop');
  await hydrated(page);
  await page.route(/\/assets\/deals-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.getByRole('banner').getByRole('link', { name: 'Deals' }).first().click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
});
