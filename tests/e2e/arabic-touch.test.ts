import type { Locator, Page } from '@playwright/test';
import { arabicText } from './arabic-text.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './steps.ts';
import { demoPages } from './stock.ts';
import { phone } from './viewports.ts';

test.use({ viewport: phone, hasTouch: true, isMobile: true });

/** Swipes across an element, in px; positive is to the right. */
async function swipe(page: Page, element: Locator, across: number): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to swipe');
  const devtools = await page.context().newCDPSession(page);
  const y = box.y + Math.min(box.height, phone.height - box.y) / 2;
  const from = box.x + box.width / 2 - across / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', from + (across * step) / 8);
  await touch('touchEnd');
  await devtools.detach();
}

test('a swipe to the right shows an Arabic product’s next picture, to the left the previous one', async ({
  page,
  store,
  visit,
}) => {
  await visit('meeplehouse', `/ar${(await demoPages(store, 'meeplehouse')).product}`);
  await hydrated(page);
  const gallery = page.getByRole('region', { name: arabicText('product', 'pictures') });
  const show = (number: number) =>
    gallery.getByRole('button', {
      name: arabicText('product', 'showPicture').replace('{n, number}', String(number)),
      exact: true,
    });
  const pictures = gallery.getByRole('list').first();
  await pictures.scrollIntoViewIfNeeded();
  await swipe(page, pictures, 240);
  await expect(show(2)).toHaveAttribute('aria-current', 'true');
  await swipe(page, pictures, -240);
  await expect(show(1)).toHaveAttribute('aria-current', 'true');
});

test('a swipe to the right shows more of the featured products on an Arabic home', async ({
  page,
  visit,
}) => {
  await visit('inkthread', '/ar');
  const row = page.locator('[aria-roledescription=carousel]').first().getByRole('list').first();
  await row.scrollIntoViewIfNeeded();
  const place = () => row.evaluate((list) => Math.round(list.scrollLeft));
  await swipe(page, row, 240);
  await expect.poll(place).toBeLessThan(0);
  // The faster a swipe, the more products it passes.
  for (let swipes = 0; swipes < 5 && (await place()) < 0; swipes++) {
    const before = await place();
    await swipe(page, row, -240);
    await expect.poll(place).toBeGreaterThan(before);
  }
  await expect.poll(place).toBe(0);
});

test('an Arabic toast is dismissed by a swipe to the left, and springs back from the right', async ({
  page,
  visit,
}) => {
  await visit('inkthread', '/ar/shop');
  await hydrated(page);
  const heart = arabicText('wishlist', 'add').split('{')[0] ?? '';
  await page.getByRole('main').getByRole('button', { name: heart }).first().click();
  const toast = page.getByRole('listitem').filter({ hasText: arabicText('auth', 'pleaseSignIn') });
  // Hovering keeps the toast open.
  await toast.hover();
  await swipe(page, toast, 200);
  await expect(toast).toBeVisible();
  await swipe(page, toast, -200);
  await expect(toast).toHaveCount(0);
});
