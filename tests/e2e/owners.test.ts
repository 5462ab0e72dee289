import type { Page } from '@playwright/test';
import { runOwnerCommand } from '../support/owner-command.ts';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';
import { test as base, expect } from './fixtures.ts';
import { mailedLink } from './mailbox.ts';
import { enrol } from './people.ts';
import { newcomer, seeToast, signIn } from './steps.ts';
import { type Account, adminOf } from './stock.ts';
import { copyTemplate } from './store-template.ts';
import { codeOf, showCode } from './totp.ts';

/** Its own store: the first owner closes the demo's accounts. */
const test = base.extend<object, { store: StoreProcess }>({
  store: [
    async ({ browserName: _browser }, use, worker) => {
      const store = await startStoreProcess(copyTemplate(`owned-${worker.workerIndex}`), {
        SOUK_SEED: 'none',
      });
      await use(store);
      expect(await store.stop()).toBe(0);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// In one worker, so that their store is started once.
test.describe.configure({ mode: 'default' });

/** Path and fragment of a link that `npm run owner` prints. */
async function ownerLink(store: StoreProcess, email: string): Promise<string> {
  const { code, output, link } = await runOwnerCommand(email, { SOUK_DATA: store.dataDir });
  expect(code, output).toBe(0);
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

/** Submits the page of an owner's link. */
async function makeAccount(page: Page, { password }: Account, button: string, name?: string): Promise<void> {
  const form = page.getByRole('main');
  if (name) await form.getByLabel('Name').fill(name);
  await form.getByLabel('New password').fill(password);
  await form.getByLabel('Repeat the password').fill(password);
  await form.getByRole('button', { name: button }).click();
}

const seeOffice = async (page: Page, brand: string) => {
  await expect(page).toHaveURL(new RegExp(`//${brand}\\.localhost:\\d+/admin/dashboard$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
};

test('a link creates an owner, whose account opens every store’s back office with its second factor', {
  tag: '@journey',
}, async ({ page, store, visit, somebodyElse, keepPicture, watch }) => {
  watch.allow(/auth\/v1\/token|status of 400/);
  const amal = newcomer('amal');
  const link = await ownerLink(store, amal.email);
  await visit('inkthread', link);
  await expect(page.getByText(amal.email)).toBeVisible();
  await keepPicture('inkthread-owner-link');
  await makeAccount(page, { ...amal, password: 'password1' }, 'Make the account', 'Amal Farid');
  await expect(page.getByText('This password is too easy to guess')).toBeVisible();
  await makeAccount(page, amal, 'Make the account');
  await expect(page.getByRole('heading', { level: 1, name: 'You own these stores' })).toBeVisible();
  await expect(page).toHaveURL(/\/welcome$/);
  await page.getByRole('button', { name: 'Set up two-step verification' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await showCode(page, codeOf(secret, 0), 'Turn on');
  await seeOffice(page, 'inkthread');

  await visit('casecraft', '/signin');
  await signIn(page, { ...amal, email: amal.email.toUpperCase() });
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm it is you' })).toBeVisible();
  await showCode(page, codeOf(secret, 1), 'Confirm');
  await seeOffice(page, 'casecraft');
  for (const path of ['/account', '/account/wishlist', '/account/orders']) {
    await visit('casecraft', path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  const late = await somebodyElse();
  await visit('northblock', link, late);
  await expect(late.getByRole('heading', { level: 1, name: 'This link has been used' })).toBeVisible();
  await expect(late.getByRole('code')).toHaveText('npm run owner -- name@example.com');
  await keepPicture('northblock-owner-link-used', late);
});

test('an owner who lost everything gets their account back, and every store’s log informs the others', async ({
  page,
  store,
  visit,
  somebodyElse,
  watch,
}) => {
  watch.allow(/auth\/v1\/token|status of 400/);
  const [amal, karim] = [newcomer('amal'), newcomer('karim')];
  for (const [person, name] of [
    [amal, 'Amal'],
    [karim, 'Karim'],
  ] as const) {
    await visit('duoworks', await ownerLink(store, person.email));
    await makeAccount(page, person, 'Make the account', name);
    await expect(page.getByRole('heading', { level: 1, name: 'You own these stores' })).toBeVisible();
  }
  const phone = await somebodyElse();
  await visit('meeplehouse', await ownerLink(store, karim.email), phone);
  await expect(phone.getByText(`${karim.email} owns these stores.`)).toBeVisible();
  await makeAccount(phone, { ...karim, password: 'found-it-again-7' }, 'Save the new password');
  await phone.getByRole('button', { name: 'Not now, open the back office' }).click();
  await seeOffice(phone, 'meeplehouse');

  await visit('northblock', '/signin?next=%2Fadmin%2Fdashboard%3Ftab%3Dchanges');
  await signIn(page, amal);
  const entry = page.getByRole('row').filter({ hasText: karim.email });
  await expect(entry.filter({ hasText: 'Restored' })).toContainText('Owner accounts');
  await expect(entry.filter({ hasText: 'Added' })).toContainText('The store itself');
});

test('an owner chooses a new password at any store; only owners get in without a store’s mark', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/auth\/v1\/token|status of 400/);
  const [amal, guest] = [newcomer('amal'), newcomer('guest')];
  await visit('duoworks', await ownerLink(store, amal.email));
  await makeAccount(page, amal, 'Make the account', 'Amal');
  await expect(page.getByRole('heading', { level: 1, name: 'You own these stores' })).toBeVisible();

  await visit('casecraft', '/forgot-password');
  await page.getByRole('main').getByLabel('Email').fill(amal.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto(await mailedLink(store, amal.email, 'Casecraft'));
  await page.getByLabel('New password').fill('a-longer-one-still');
  await page.getByLabel('Repeat the password').fill('a-longer-one-still');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await seeOffice(page, 'casecraft');

  await adminOf(store).auth.admin.createUser({ ...guest, email_confirm: true });
  const shopper = await enrol(store, 'northblock', 'Mona');
  for (const [person, password] of [
    [guest, guest.password],
    [amal, amal.password],
    [shopper, 'a-longer-one-still'],
  ] as const) {
    await visit('northblock', '/signin');
    await signIn(page, { ...person, password });
    await seeToast(page, 'Sign in failed', 'Email or password is not right.');
  }
  const { data } = await adminOf(store).from('profiles').select('id').eq('email', guest.email);
  expect(data).toEqual([]);
});
