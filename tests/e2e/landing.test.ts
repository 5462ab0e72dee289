import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated, noteRest, signIn, tabTo } from './steps.ts';
import { hire } from './stock.ts';
import { phone } from './viewports.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a failing landing says so under the store’s own header, because its hero’s bar would be unreadable elsewhere', async ({
  page,
  visit,
  watch,
}) => {
  watch.allow(/_\.data|status of 500/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit('meeplehouse', '/faq');
  await hydrated(page);
  await page.route('**/_.data*', (route) => route.fulfill({ status: 500, body: '' }));
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: 'Meeple House' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Deals' })).toBeVisible();
});

test('the landing has its own bar that hides on scrolling down, its sections, five tiles and View All', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // The pop-up has a test of its own.
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
  await visit('meeplehouse');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Games', 'Categories', 'Story', 'About', 'Sign In']);
  await expect(page.getByRole('region', { name: 'On our table this week' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^View category/ })).toHaveCount(5);
  await expect(page.getByRole('link', { name: /^View All/ })).toHaveAttribute('href', '/categories');

  // Scripts hide the bar, so wait for hydration.
  await hydrated(page);
  await page.mouse.move(640, 400);
  const turnWheel = async (by: number) => {
    // Turning the wheel during a smooth scroll adds to it.
    const rested = await noteRest(page.locator('html'));
    await page.mouse.wheel(0, by);
    await rested();
  };
  await turnWheel(900);
  await expect(bar).not.toBeInViewport();
  await turnWheel(-300);
  await expect(bar).toBeInViewport();
  await turnWheel(600);
  await expect(bar).not.toBeInViewport();
  await tabTo(page, bar.getByRole('link', { name: 'Games' }));
  await expect(bar.getByRole('link', { name: 'Games' })).toBeInViewport();
  const leadsTo = async (name: string, section: Locator) => {
    await page.evaluate(() => scrollTo(0, 0));
    await expect(section).not.toBeInViewport();
    await expect(bar).toBeInViewport();
    await bar.getByRole('link', { name }).click();
    await expect(section).toBeInViewport();
  };
  for (const _time of ['first', 'second']) await leadsTo('Story', page.locator('#story'));
  await leadsTo('About', page.locator('#about'));
});

test('the landing bar’s links are reachable on a phone, and for a super admin at any window width', async ({
  page,
  store,
  visit,
}) => {
  const boss = await hire(store, 'meeplehouse', 'super_admin');
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
  await page.setViewportSize(phone);
  await visit('meeplehouse', '/');
  await page.getByRole('button', { name: 'More Options' }).click();
  const sheet = page.getByRole('dialog');
  for (const section of ['Story', 'About'])
    await expect(sheet.getByRole('link', { name: section })).toBeVisible();
  await sheet.getByRole('link', { name: 'Story' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.locator('#story')).toBeInViewport();

  await visit('meeplehouse', '/signin');
  await signIn(page, boss);
  await expect(page).toHaveURL(/\/admin/);
  await visit('meeplehouse', '/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(bar.getByRole('link', { name: 'Users' })).toBeVisible();
  for (const width of [1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const hidden = () => bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(hidden, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'User Management' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
});
