import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { hire } from './stock.ts';

const BRAND = 'northblock';

test('somebody with the role Packer finds orders and what is about them, nothing else, and loses them as soon as the role is taken', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  watch,
}) => {
  // A refused day; and the open page of somebody whose role is taken.
  watch.allow(/grant_staff_role|order_queue_counts|order_tags_in_use|status of 40[03]/);
  const boss = await hire(store, BRAND, 'super_admin');
  const packer = await hire(store, BRAND, 'user');
  await visitAs(boss, BRAND, `/admin/users?search=${packer.email}`);
  await page.getByRole('button', { name: /Roles and rights of/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Nothing beyond what customers may.')).toBeVisible();
  await dialog.getByLabel('Role', { exact: true }).selectOption('Packer');
  await dialog.getByLabel(/^Last day/).fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Give role' }).click();
  await expect(dialog.getByText('The last day must not be before the first one, nor over.')).toBeVisible();
  await dialog.getByLabel(/^Last day/).fill('');
  await dialog.getByRole('button', { name: 'Give role' }).click();
  await expect(dialog.getByText(/Pack, hand over and deliver/)).toBeVisible();

  const desk = await somebodyElse();
  await visitAs(packer, BRAND, '/admin', desk);
  await expect(desk.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(desk.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    'For you',
    'Morning',
    'Orders',
    'Scan',
  ]);

  await dialog.getByRole('button', { name: 'Take the role Packer away' }).click();
  await seeToast(page, /The role Packer was taken/);
  // Their open page is left at once.
  await expect(desk).toHaveURL(new RegExp(`localhost:${store.port}/$`));
});
