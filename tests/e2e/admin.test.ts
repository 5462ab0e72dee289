import { expect, test } from './fixtures.ts';
import { signedInAs } from './people.ts';
import { signIn } from './steps.ts';
import { adminOf, hire } from './stock.ts';

const BRAND = 'inkthread';

test('a super admin makes somebody an admin, and the last super admin stays one', async ({
  page,
  store,
  visitAs,
  watch,
}) => {
  const boss = await hire(store, 'northblock', 'super_admin');
  const other = await hire(store, 'northblock', 'admin');
  await visitAs(boss, 'northblock', '/admin/users');
  await page.getByLabel('Name or email').fill(other.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: /^Change role of/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('Customer');
  await dialog.getByRole('button', { name: 'Make Customer' }).click();
  await expect(page.getByRole('cell', { name: /^Customer / })).toBeVisible();

  watch.allow(/set_user_role|status of 400/);
  await page.getByLabel('Name or email').fill(boss.email);
  await expect(page.getByRole('cell', { name: boss.email })).toBeVisible();
  await page.getByRole('button', { name: /^Change role of/ }).click();
  await dialog.getByLabel('Role').selectOption('Admin');
  await dialog.getByRole('button', { name: 'Make Admin' }).click();
  await expect(dialog.getByText('A store needs at least one super admin.')).toBeVisible();
  await adminOf(store).from('user_roles').delete().eq('user_id', boss.id).throwOnError();
});

test('staff whose session was ended on another device sign in again, and return to the same page', async ({
  page,
  store,
  visit,
  visitAs,
  watch,
}) => {
  const clerk = await hire(store, BRAND, 'admin');
  await visitAs(clerk, BRAND, '/admin/products');
  const elsewhere = await signedInAs(store, BRAND, clerk);
  const { error } = await elsewhere.auth.signOut({ scope: 'others' });
  expect(error).toBeNull();
  watch.allow(/rest\/v1|auth\/v1|status of 40\d/);
  await visit(BRAND, '/admin/orders');
  await expect(page).toHaveURL(/\/signin\?next=%2Fadmin%2Forders$/);
  await signIn(page, clerk);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
});

test('a shopper and another store’s staff are redirected from the back office, and an admin from the users page', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  watch,
}) => {
  const shopper = await hire(store, BRAND, 'user');
  for (const path of [
    '/admin/products',
    '/admin/products/new',
    '/admin/orders',
    '/admin/reports',
    '/admin/users',
    '/admin/dashboard',
  ]) {
    await visitAs(shopper, BRAND, path);
    await expect(page).toHaveURL(new RegExp(`localhost:${store.port}/$`));
  }

  watch.allow(/auth\/v1\/token|status of 400/);
  const stranger = await somebodyElse();
  const elsewhere = await hire(store, 'duoworks', 'super_admin');
  await visit(BRAND, '/signin?next=%2Fadmin%2Fproducts', stranger);
  await signIn(stranger, elsewhere);
  await expect(stranger.getByRole('alert').or(stranger.getByText('Sign in failed')).first()).toBeVisible();
  await visit(BRAND, '/admin/products', stranger);
  await expect(stranger).toHaveURL(/\/signin\?next=%2Fadmin%2Fproducts$/);

  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/users', stranger);
  await expect(stranger).toHaveURL(new RegExp(`localhost:${store.port}/$`));
});
