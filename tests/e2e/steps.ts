import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './stock.ts';

/** A person without an account yet. */
export function newcomer(name = 'mona'): Account {
  return { email: `${name}-${randomBytes(4).toString('hex')}@example.com`, password: 'blue-hoodie-42' };
}

/** The label of the back office's own text field, not of the translation next to it. */
export const inEnglish = (label: string) => new RegExp(`^${label}(?! \\(Arabic\\))`);

/** Waits for hydration: until then the buttons that need it are disabled. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('button[type=button]').first()).toBeEnabled();
}

/** Clears the store's local storage, from a page whose scripts cannot rewrite it. */
export async function forget(page: Page): Promise<void> {
  await page.goto(new URL('/healthz', page.url()).href);
  await page.evaluate(() => localStorage.clear());
}

/** Presses a key on a button once it is enabled: on a disabled button a key press, unlike a click, is lost. */
export async function pressOn(button: Locator, key = 'Enter'): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press(key);
}

/**
 * Presses "Try again" after code failed to load. Chromium before 155 caches a failed import for the life of the page;
 * there the page is reloaded, as a person would do.
 * @returns whether the page stayed
 */
export async function tryAgain(page: Page, failed: Page | Locator = page): Promise<boolean> {
  await failed.getByRole('button', { name: 'Try again' }).click();
  if (Number.parseInt(page.context().browser()?.version() ?? '', 10) >= 155) return true;
  await page.reload();
  return false;
}

/**
 * Waits until the page uses its brand's own fonts, which load after its first paint.
 * @returns their families, without fallback fonts
 */
export async function facesInUse(page: Page): Promise<string[]> {
  const families = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', ''))
        .filter((family) => !/ Fallback( \d)?$/.test(family)),
    );
  await expect.poll(families).not.toEqual([]);
  return families();
}

/** Fills in the open or upcoming sign-in page, and submits it. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const form = page.getByRole('main');
  // The URL changes before the page does, and the sign-up page has the same fields.
  await expect(form.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** Creates an account on the open sign-up page. */
export async function signUp(page: Page, name: string, { email, password }: Account): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
}

/** Searches the store through the header's field, opening it first if necessary. */
export async function searchFor(page: Page, term: string): Promise<void> {
  const field = page.getByRole('banner').getByLabel('Search products').filter({ visible: true });
  const open = page.getByRole('banner').getByRole('button', { name: 'Open search' });
  await expect(async () => {
    if (await open.isVisible()) await open.click();
    await expect(field).toBeVisible({ timeout: 500 });
  }).toPass();
  await field.fill(term);
  await field.press('Enter');
  await seeResults(page, term);
}

/** Waits for the results of a search: they replace the previous products, even under a finger or pointer. */
export async function seeResults(page: Page, term: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: `Results for “${term}”` })).toBeVisible();
}

/** Chooses a product option by group and name. */
export async function choose(page: Page, group: string, option: string): Promise<void> {
  await page.getByRole('group', { name: group }).getByText(option, { exact: true }).click();
}

/** Fills in a delivery address at checkout. */
export async function fillAddress(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Mobile number').fill('0100 123 4567');
  await page.getByLabel('Governorate').selectOption('Cairo');
  await page.getByLabel('City or area').fill('Maadi');
  await page.getByLabel('Street').fill('Road 9');
}

/** Waits for a toast with a title and, if given, a description. */
export async function seeToast(
  page: Page,
  title: string | RegExp,
  text: string | RegExp = '',
): Promise<void> {
  const toast = page
    .getByRole('region', { name: /notifications/i })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ hasText: text });
  await expect(toast).toBeVisible();
}

/** Starts listening for the end of the next scroll of a row, or of the page by its root; the returned function waits for it. */
export async function noteRest(scrolled: Locator): Promise<() => Promise<void>> {
  const noted = await scrolled.evaluateHandle((element) => {
    const target = element === document.documentElement ? document : element;
    return { rest: new Promise<void>((done) => (target.onscrollend = () => done())) };
  });
  return () => noted.evaluate(({ rest }) => rest);
}

/** Drags the visible toast sideways by a number of px. */
export async function swipeToast(page: Page, far: number): Promise<void> {
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  // It slides in, and back after a short swipe: dragging waits until it is at rest.
  await toast.hover();
  const box = await toast.boundingBox();
  if (!box) throw new Error('There is no toast');
  const [x, y] = [far < 0 ? box.x + box.width - 60 : box.x + 60, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + far, y, { steps: 4 });
  await page.mouse.up();
}

/** Adds the product of the open page to the cart, with the first value of each option. */
export async function putInCart(page: Page): Promise<void> {
  const form = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Add to cart' }) })
    .first();
  const add = form.getByRole('button', { name: 'Add to cart' });
  await expect(add).toBeEnabled();
  for (const group of await form.getByRole('group').all()) {
    const option = group.locator('input[type=radio]:enabled').first();
    if ((await option.count()) > 0) await option.press('Space');
  }
  await add.click();
  await seeToast(page, /^(Item added to cart|Cart updated)$/);
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const promotions = page.getByRole('dialog', { name: 'Promotions' });
  for (let presses = 0; presses < 90; presses += 1) {
    // The pop-up may open meanwhile.
    if (await promotions.isVisible()) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${wanted}`);
}
