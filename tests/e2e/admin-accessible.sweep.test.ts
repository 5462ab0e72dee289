import type { Page } from '@playwright/test';
import { examine } from './axe.ts';
import { tableOverhang } from './expect-to-fit.ts';
import { expect, test } from './fixtures.ts';
import { expectWholeRings } from './focus-rings.ts';
import { adminOf, hire } from './stock.ts';
import { phone } from './viewports.ts';

/** The store with every feature, including points. */
const BRAND = 'meeplehouse';

/** Pages where somebody opens a dialog, and the button that does. */
const dialogs: [address: RegExp, button: string][] = [
  [/products\?tab=categories$/, 'New category'],
  [/content\?tab=deals$/, 'New deal'],
  [/delivery-slots$/, 'New slot'],
];
/** Lists whose rows have buttons, which are visible without scrolling. */
const lists = /(content(\?tab=(faq|codes))?|delivery-slots)$/;

/** Asserts that nothing on the open page scrolls sideways on a phone, nor the tables of a list. */
async function expectToFitPhone(page: Page): Promise<void> {
  const desk = page.viewportSize();
  await page.setViewportSize(phone);
  // A chart resizes after the window.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url())
    .toBeLessThanOrEqual(0);
  if (lists.test(page.url())) {
    await expect(page.getByRole('table').first()).toBeVisible();
    expect(await tableOverhang(page), page.url()).toBeLessThanOrEqual(0);
  }
  if (desk) await page.setViewportSize(desk);
}

/** axe violations of the open office page, once it has loaded its data. */
async function examineAdmin(page: Page): Promise<string[]> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('button[type=button]:enabled').first()).toBeAttached();
  const { pathname, search } = new URL(page.url());
  return examine(page, `${pathname}${search}`);
}

test('every page, tab and dialog of the back office is accessible, light or dark, shows every focus ring, and fits a phone', async ({
  page,
  store,
  visitAs,
}) => {
  const { error } = await adminOf(store).from('conversations').insert({
    tenant_id: BRAND,
    kind: 'contact',
    name: 'Nour Samir',
    email: 'nour@example.com',
    subject: 'Is the big box back soon?',
  });
  expect(error).toBeNull();
  const found: string[] = [];
  const look = async () => {
    found.push(...(await examineAdmin(page)));
    await expectToFitPhone(page);
    // Last, as focusing may open or scroll something.
    await expectWholeRings(page, page.url());
    const button = dialogs.find(([address]) => address.test(page.url()))?.[1];
    if (button)
      await lookInto(button, () => page.getByRole('main').getByRole('button', { name: button }).click());
  };
  const lookInto = async (dialog: string, open: () => Promise<void>) => {
    await open();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWholeRings(page, dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await visitAs(await hire(store, BRAND, 'super_admin'), BRAND, '/admin/dashboard');
  const pages = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(pages.filter({ hasText: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  for (const link of await pages.all()) {
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${await link.getAttribute('href')}$`));
    await look();
    const tabs = (await page.getByRole('tab').all()).slice(1);
    const alike = /reports|settings/.test(page.url());
    for (const tab of alike ? [...tabs.slice(0, 1), ...tabs.slice(-1)] : tabs) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await look();
    }
  }

  const main = page.getByRole('main');
  const firstRow = main.getByRole('row').nth(1).getByRole('link').first();
  const conversation = main.getByRole('table', { name: 'Conversations' }).getByRole('link').first();
  const within = [
    ['Products', main.getByRole('link', { name: 'New product' }), /\/products\/new$/],
    ['Products', firstRow, /\/products\/edit\//],
    ['Orders', main.getByRole('link', { name: 'New order' }), /\/orders\/new$/],
    ['Orders', firstRow, /order=/],
    ['Customers', firstRow, /customer=/],
    ['Customers', conversation, /conversation=/],
  ] as const;
  for (const [name, link, address] of within) {
    const listed = pages.filter({ hasText: name });
    await listed.click();
    await expect(page).toHaveURL(new RegExp(`${await listed.getAttribute('href')}$`));
    await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
    if (link === conversation) await page.getByRole('tab', { name: 'Messages' }).click();
    await link.click();
    await expect(page).toHaveURL(address);
    await look();
  }
  for (const keys of ['Control+k', '?'])
    await lookInto(`what ${keys} opens`, () => page.keyboard.press(keys));
  expect(found).toEqual([]);
});
