import { letPass, stopClock } from './clock.ts';
import { expect, test } from './fixtures.ts';

test('the pop-up opens after 5 s and advances every 4 s until it is closed', async ({ page, visit }) => {
  await stopClock(page);
  await visit('casecraft', '/');
  const popup = page.getByRole('dialog', { name: 'Promotions' });
  const title = () => popup.locator('.display').filter({ visible: true }).textContent();
  const height = () => popup.evaluate((dialog) => dialog.clientHeight);
  await letPass(page, 4900);
  await expect(popup).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(popup).toBeVisible();
  const seen = [await title()];
  const first = await height();
  await page.clock.runFor(3800);
  expect(await title()).toBe(seen[0]);
  for (let step = 0; step < 3; step += 1) {
    await page.clock.runFor(4000);
    await expect.poll(title).not.toBe(seen.at(-1));
    seen.push(await title());
    expect(await height(), 'the pop-up keeps its height').toBe(first);
  }
  expect(new Set(seen).size).toBeGreaterThan(1);
  await page.clock.fastForward(60_000);
  await expect(popup).toBeVisible();
  const link = popup.getByRole('link');
  await expect(link).toHaveAttribute('target', '_blank');
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toHaveCount(0);
});

test('the pop-up waits while somebody types or has something else open', async ({ page, visit }) => {
  await stopClock(page);
  await visit('casecraft', '/');
  const popup = page.getByRole('dialog', { name: 'Promotions' });
  const policies = page.getByRole('dialog', { name: 'Policies' });
  const search = page.getByRole('banner').getByLabel('Search products');
  await letPass(page, 100);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Terms of Service' }).click();
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(policies).toBeVisible({ timeout: 500 });
  }).toPass();
  const banners = page.waitForResponse('**/banners');
  await page.clock.runFor(9000);
  await banners;
  await page.clock.runFor(9000);
  await expect(popup).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(policies).toBeHidden();
  await search.focus();
  await page.clock.runFor(9000);
  await page.keyboard.type('case');
  await expect(search).toHaveValue('case');
  await expect(popup).toHaveCount(0);
  await search.blur();
  await page.clock.runFor(1000);
  await expect(popup).toBeVisible();
});

test('the pop-up waits while the chat is open', async ({ page, visit }) => {
  await stopClock(page);
  await visit('duoworks', '/');
  const popup = page.getByRole('dialog', { name: 'Promotions' });
  const chat = page.getByRole('dialog', { name: 'Live chat' });
  await letPass(page, 100);
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(chat).toBeFocused({ timeout: 500 });
  }).toPass();
  const banners = page.waitForResponse('**/banners');
  await page.clock.runFor(9000);
  await banners;
  await page.clock.runFor(9000);
  await expect(popup).toHaveCount(0);
  await expect(chat).toBeFocused();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1000);
  await expect(popup).toBeVisible();
});

test('on the landing the pop-up shows every banner for an equal share of 10 s and closes', async ({
  page,
  visit,
}) => {
  await stopClock(page);
  await visit('meeplehouse', '/');
  const popup = page.getByRole('dialog', { name: 'Promotions' });
  // The landing page hydrates after the page around it.
  await expect(async () => {
    await letPass(page, 200);
    await expect(popup).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [0] });
  const dots = popup.getByRole('button', { name: /^Show banner/ });
  const count = await dots.count();
  expect(count).toBeGreaterThan(1);
  for (let place = 0; place < count; place += 1) {
    await expect(dots.nth(place)).toHaveAttribute('aria-current', 'true');
    await page.clock.runFor(10_000 / count);
  }
  await expect(popup).toHaveCount(0);
});

test('unreadable banners are reported, and a missing picture keeps its space', async ({
  page,
  visit,
  watch,
}) => {
  watch.allow(/banners|Failed to load resource|pictures/);
  await page.clock.install();
  await page.route('**/banners', (route) => route.fulfill({ status: 503, body: '' }));
  await visit('duoworks', '/');
  await letPass(page, 5100);
  const toasts = page.getByRole('region', { name: /notifications/i });
  await expect(toasts.getByText('Failed to load promotional banners')).toBeVisible();
  await expect(toasts.getByText('Error', { exact: true })).toBeVisible();
  await page.unroute('**/banners');
  await page.route('**/pictures/banners/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await letPass(page, 5100);
  const missing = page.getByText('This picture could not be loaded').filter({ visible: true });
  await expect(page.getByRole('dialog', { name: 'Promotions' })).toBeVisible();
  await expect(missing).toBeVisible();
});
