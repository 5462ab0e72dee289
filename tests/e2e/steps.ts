import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './stock.ts';

/** Somebody without an account yet. */
export function newcomer(name = 'mona'): Account {
  return { email: `${name}-${randomBytes(4).toString('hex')}@example.com`, password: 'blue-hoodie-42' };
}

/** The label of a text of the back office itself, not of its translation beside it. */
export const inEnglish = (label: string) => new RegExp(`^${label}(?! \\(Arabic\\))`);

/** Waits until the code of the page has taken over: until then the buttons that need it are disabled. */
export async function awake(page: Page): Promise<void> {
  await expect(page.locator('button[type=button]').first()).toBeEnabled();
}

/** Clears the store's local storage, from a page whose scripts can't write it again. */
export async function forget(page: Page): Promise<void> {
  await page.goto(new URL('/healthz', page.url()).href);
  await page.evaluate(() => localStorage.clear());
}

/** Presses a key on a button as soon as it takes one: a key that meets a disabled button is lost, unlike a click. */
export async function pressOn(button: Locator, key = 'Enter'): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press(key);
}

/**
 * Presses "Try again" where code did not come. Chromium before 155 keeps a failed import for as long as the page lives;
 * there the page is loaded anew, as a person would do.
 * @returns whether the page stayed.
 */
export async function tryAgain(page: Page, failed: Page | Locator = page): Promise<boolean> {
  await failed.getByRole('button', { name: 'Try again' }).click();
  if (Number.parseInt(page.context().browser()?.version() ?? '', 10) >= 155) return true;
  await page.reload();
  return false;
}

/**
 * Waits until the page is set in its brand's own faces, which come after its first view.
 * @returns their families; a stand-in, which every device has, is none of them.
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

/** Fills in the sign-in page that is open or about to come, and sends it. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const form = page.getByRole('main');
  // The address changes before the page does, and the page for new accounts asks for the same.
  await expect(form.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** Makes an account on the sign-up page that is open. */
export async function signUp(page: Page, name: string, { email, password }: Account): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
}

/** Searches the shop through the header's field, which may have to be opened first. */
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

/** Waits for the products of a search: they take the place of those that were shown, also under a finger or pointer. */
export async function seeResults(page: Page, term: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: `Results for “${term}”` })).toBeVisible();
}

/** Chooses one of a product's options by its group and name. */
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

/** Waits for a toast with a title and, where given, what it says. */
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

/** Begins to listen for the end of the next scroll of a row, or of the page by its root; what is returned waits for it. */
export async function noteRest(scrolled: Locator): Promise<() => Promise<void>> {
  const noted = await scrolled.evaluateHandle((element) => {
    const told = element === document.documentElement ? document : element;
    return { rest: new Promise<void>((done) => (told.onscrollend = () => done())) };
  });
  return () => noted.evaluate(({ rest }) => rest);
}

/** Takes hold of the toast that is showing and carries it to one side, as far as told, in px. */
export async function swipeToast(page: Page, far: number): Promise<void> {
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  // It glides in, and back from a swipe that was too short: whoever takes hold of it waits until it rests.
  await toast.hover();
  const box = await toast.boundingBox();
  if (!box) throw new Error('There is no toast');
  const [x, y] = [far < 0 ? box.x + box.width - 60 : box.x + 60, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + far, y, { steps: 4 });
  await page.mouse.up();
}

/** Puts the product whose page is open into the cart, with the first of each of its options. */
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

/** Goes on with the tabulator key until something is reached. */
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
