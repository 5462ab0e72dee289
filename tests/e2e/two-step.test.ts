import { expect, test } from './fixtures.ts';
import { hydrated, seeToast, signIn } from './steps.ts';
import { adminOf, hire } from './stock.ts';
import { codeOf, showCode, wrongCode } from './totp.ts';

const BRAND = 'casecraft';

test('staff turn on two-step verification, are asked for a code, and a super admin helps somebody who lost their phone', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
  watch,
}) => {
  watch.allow(/factors\/.*\/verify|status of 422/);
  const mona = await hire(store, BRAND, 'admin');
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  await visitAs(mona, BRAND, '/account');

  await page.getByRole('button', { name: 'Set up two-step verification' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Text message')).toHaveCount(0);
  await dialog.getByLabel('Name').fill("Mona's phone");
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await keepPicture(`${BRAND}-two-step-set-up`);
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  const status = dialog.getByRole('status');
  await expect(status).toHaveText(/^The key could not be copied\. Select it/);
  await keepPicture(`${BRAND}-two-step-not-copied`);
  await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.resolve() }));
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  await expect(status).toHaveText('The key is copied.');
  const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await showCode(page, wrongCode(codeOf(secret, 0)), 'Turn on');
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  await showCode(page, codeOf(secret, 0), 'Turn on');
  await seeToast(page, 'Two-step verification is on');
  await expect(page.getByRole('list', { name: 'Your second steps' })).toContainText("Mona's phone");
  await keepPicture(`${BRAND}-two-step-on`);

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Signed out', "You've been successfully signed out");
  await expect(page).toHaveURL(new RegExp(`:${store.port}/$`));

  await visit(BRAND, '/admin/products?page=2');
  await signIn(page, mona);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm it is you' })).toBeVisible();
  await keepPicture(`${BRAND}-two-step-challenge`);
  await visit(BRAND, '/');
  // Until then, nobody is signed in.
  await hydrated(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await visit(BRAND, '/admin/products?page=2');
  await expect(page).toHaveURL(/\/signin\?next=%2Fadmin%2Fproducts%3Fpage%3D2$/);
  await showCode(page, codeOf(secret, 1), 'Confirm');
  await seeToast(page, 'Welcome back!', "You've successfully signed in");
  await expect(page).toHaveURL(/\/admin\/products\?page=2$/);

  const second = await somebodyElse();
  await visit(BRAND, '/signin', second);
  await signIn(second, mona);
  await expect(second.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();

  const boss = await somebodyElse();
  await visitAs(await hire(store, BRAND, 'super_admin'), BRAND, `/admin/users?search=${mona.email}`, boss);
  await boss.getByRole('button', { name: /^Remove second step of/ }).click();
  await boss.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await expect(boss.getByRole('button', { name: /^Remove second step of/ })).toHaveCount(0);
  const { data: entries } = await adminOf(store)
    .from('audit_log')
    .select('action')
    .eq('tenant_id', BRAND)
    .eq('entity', 'mfa_factors')
    .eq('entity_id', mona.id);
  expect(entries).toEqual([{ action: 'delete' }]);

  await second.reload();
  await expect(second).toHaveURL(/\/admin\/dashboard$/);
});
