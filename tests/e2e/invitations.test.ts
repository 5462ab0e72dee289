import { expect, test } from './fixtures.ts';
import { mailedLink } from './mailbox.ts';
import { hire } from './stock.ts';

const BRAND = 'northblock';

test('somebody invited makes their account from the link, works with its role, and is no customer', async ({
  page,
  store,
  visitAs,
  somebodyElse,
}) => {
  const boss = await hire(store, BRAND, 'super_admin');
  await visitAs(boss, BRAND, '/admin/users?tab=staff');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('Email address').fill('hoda@example.com');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Choose a role.')).toBeVisible();
  await dialog.getByLabel('Packer').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const link = await mailedLink(store, 'hoda@example.com', 'invites you to work at');
  await expect(
    page.getByRole('button', { name: 'Take the invitation of hoda@example.com back' }),
  ).toBeVisible();

  const desk = await somebodyElse();
  await desk.goto(link);
  await expect(desk.getByText('hoda@example.com is invited to the back office of Northblock.')).toBeVisible();
  await desk.getByLabel('Name', { exact: true }).fill('Hoda');
  await desk.getByLabel('New password').fill('seven-red-kites');
  await desk.getByLabel('Repeat the password').fill('seven-red-kites');
  await desk.getByRole('button', { name: 'Make the account and accept' }).click();
  await desk.getByRole('button', { name: 'Not now, open the back office' }).click();
  await expect(desk.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(desk.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    'For you',
    'Morning',
    'Orders',
    'Scan',
  ]);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Roles and rights of Hoda' })).toBeVisible();
  await expect(page.getByText('No invitation is open.')).toBeVisible();
  await page.goto(`${new URL(page.url()).origin}/admin/customers?search=hoda`);
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await expect(page.getByText('hoda@example.com')).toHaveCount(0);
});
