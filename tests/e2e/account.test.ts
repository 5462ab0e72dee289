import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PROJECT } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { mailedLink } from './mailbox.ts';
import { enrol, orderFor } from './people.ts';
import { fillAddress, seeToast, signIn } from './steps.ts';
import { adminOf, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const picture = join(PROJECT, 'public/brands/meeplehouse/table.avif');

atViewport(phone, () => {
  test('a customer of the board games store manages a picture, addresses, wishlist and points', async ({
    page,
    store,
    visit,
    visitAs,
    watch,
    keepPicture,
  }) => {
    const brand = 'meeplehouse';
    const game = await stockProduct(store, { tenant_id: brand, name: ownName('Game'), price: 300, stock: 2 });
    const shopper = await enrol(store, brand, 'Mona Adel');
    const admin = adminOf(store);
    const owner = { tenant_id: brand, user_id: shopper.id };
    await admin.from('wishlists').insert({ ...owner, product_id: game.id });
    await admin.from('point_entries').insert({ ...owner, kind: 'adjusted', delta: 120, reason: 'Welcome' });
    await visitAs(shopper, brand, '/account');

    const profile = section(page, 'Profile');
    await profile.getByLabel('Your picture').setInputFiles(picture);
    await seeToast(page, 'Picture saved');
    const { data } = await admin.from('profiles').select('avatar').eq('id', shopper.id).single();
    expect(data?.avatar).toMatch(new RegExp(`^${brand}/${shopper.id}/[0-9a-f-]+\\.webp$`));
    const shown = profile.locator(`img[src*="${data?.avatar}"]`);
    await expect(shown).toHaveJSProperty('naturalWidth', 512);
    await profile.getByLabel('Name').fill('Mona A.');
    await profile.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Profile saved');
    await page.getByRole('button', { name: 'More Options' }).click();
    const card = page.getByRole('dialog').getByRole('link', { name: /Mona A\..*View Profile/ });
    await expect(card.locator('img')).toHaveAttribute('src', new RegExp(data?.avatar ?? 'no avatar'));
    await page.keyboard.press('Escape');
    await keepPicture(`${brand}-account-360`);

    await page.getByRole('link', { name: 'Points', exact: true }).click();
    await expect(page.getByText('120 points', { exact: true })).toBeVisible();
    await expect(page.getByText('You have 120 points, worth 12 EGP.')).toBeVisible();
    watch.allow(/redeem_points|status of 400/);
    await page.getByLabel('Points to redeem').fill('500');
    await page.getByRole('button', { name: 'Make voucher' }).click();
    await expect(page.getByText('Insufficient points for redemption')).toBeVisible();
    await page.getByLabel('Points to redeem').fill('100');
    await expect(page.getByText('100 points make a voucher of 10 EGP.')).toBeVisible();
    await page.getByRole('button', { name: 'Make voucher' }).click();
    await expect(page.getByText('20 points', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^PTS-/)).toBeVisible();
    await keepPicture(`${brand}-points-360`);

    await page.getByRole('link', { name: 'Addresses', exact: true }).click();
    await page.getByRole('button', { name: 'Add an address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mobile number').fill('12345');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Mobile number')).toHaveAccessibleDescription(/mobile number/i);
    await expect(dialog.getByLabel('Governorate')).toHaveAttribute('aria-invalid', 'true');
    await fillAddress(page, 'Mona Adel');
    // Neither a click outside nor Escape discards what was typed.
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Add an address' }).click();
    await expect(dialog.getByLabel('Street')).toHaveValue('Road 9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Address saved');
    // A neighbor in the same house.
    const [home, neighbour] = ['Road 9, Maadi, Cairo', 'Road 9, Apartment 4, Maadi, Cairo'];
    await page.getByRole('button', { name: 'Add an address' }).click();
    await fillAddress(page, 'Mona Adel');
    await dialog.getByLabel('Apartment').fill('4');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const named = (name: string) => page.getByRole('button', { name, exact: true });
    await expect(named(`Use by default: ${neighbour}`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Use by default/ })).toHaveCount(1);
    await expect(named(`Edit: ${home}`)).toHaveCount(1);
    await expect(named(`Edit: ${neighbour}`)).toHaveCount(1);
    await expect(named(`Delete: ${home}`)).toHaveCount(1);
    await keepPicture(`${brand}-addresses-360`);
    await named(`Delete: ${neighbour}`).click();
    await expect(named(`Delete: ${neighbour}`)).toHaveCount(0);
    await named(`Delete: ${home}`).click();
    await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Road 9, Maadi, Cairo', { exact: true })).toBeVisible();
    await expect(page.getByText('Default', { exact: true })).toBeVisible();

    watch.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Wishlist', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: `Move to cart: ${game.name}` }).click();
    await seeToast(page, 'Item added to cart');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
    await visit(brand, '/checkout');
    await expect(page.getByRole('radio', { name: /Road 9, Maadi, Cairo/ })).toBeChecked();
    await expect(page.getByText(game.name)).toBeVisible();
  });
});

atViewport(phone, () => {
  test('a shopper stops messages to their phone in either language, and sees which number answered STOP', async ({
    page,
    store,
    visit,
    visitAs,
    keepPicture,
  }) => {
    const brand = 'duoworks';
    const admin = adminOf(store);
    const tell = (notification_channels: string[]) =>
      admin.from('staff_settings').upsert({ tenant_id: brand, notification_channels }).throwOnError();
    const shopper = await enrol(store, brand, ownName('Mona'));
    const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 90, stock: 2 });
    await orderFor(store, brand, shopper, [{ product_id: cap.id, quantity: 1 }], 'bank_transfer');
    await visitAs(shopper, brand, '/account');
    await expect(section(page, 'Language')).toBeVisible();
    await expect(section(page, 'Messages about your orders')).toHaveCount(0);

    await tell(['whatsapp', 'sms']);
    const stop = { p_channel: 'sms', p_recipient: '+201001234567', p_is_out: true } as const;
    await admin.rpc('record_opt_out', stop).throwOnError();
    await visit(brand, '/account');
    const messages = section(page, 'Messages about your orders');
    await expect(messages.getByText('Emails about an order always come')).toBeVisible();
    await expect(messages.getByRole('switch', { name: 'SMS' })).toHaveAccessibleDescription(
      /Stopped for .*\+201001234567.* by the answer STOP/,
    );
    const whatsApp = messages.getByRole('switch', { name: 'WhatsApp' });
    await expect(whatsApp).toBeChecked();
    await whatsApp.click();
    await expect(whatsApp).not.toBeChecked();
    await expect(whatsApp).toBeEnabled();
    await keepPicture(`${brand}-account-messages-360`);

    await visit(brand, '/ar/account');
    const arabic = section(page, 'رسائل عن طلباتك').getByRole('switch', { name: 'واتساب' });
    await expect(arabic).not.toBeChecked();
    await keepPicture(`${brand}-account-messages-ar-360`);
    await arabic.click();
    await expect(arabic).toBeChecked();
    await expect(arabic).toBeEnabled();
    await admin.rpc('record_opt_out', { ...stop, p_is_out: false }).throwOnError();
    await tell([]);
  });
});

test('a customer changes address and password, and every other device is signed out', async ({
  page,
  context,
  store,
  visit,
  visitAs,
  watch,
  somebodyElse,
  keepPicture,
}) => {
  const brand = 'inkthread';
  const shopper = await enrol(store, brand, 'Omar Nabil');
  const elsewhere = await somebodyElse();
  for (const one of [page, elsewhere]) {
    await visitAs(shopper, brand, '/account', one);
    await expect(section(one, 'Email address').getByText(shopper.email)).toBeVisible();
  }
  await keepPicture(`${brand}-account-1280`);

  const moved = {
    email: `omar-${randomBytes(4).toString('hex')}@example.com`,
    password: 'a-brand-new-password',
  };
  const address = section(page, 'Email address');
  await address.getByLabel('New email address').fill(moved.email);
  await address.getByRole('button', { name: 'Change email address' }).click();
  await expect(address.getByRole('status')).toContainText(`changes to ${moved.email}`);
  await page.reload();
  await expect(address.getByRole('status')).toContainText(`changes to ${moved.email}`);
  const mail = await context.newPage();
  for (const [to, subject, title] of [
    [moved.email, 'Confirm your new email address', 'One address is confirmed'],
    [shopper.email, 'Confirm the change of your email address', 'Email address changed'],
  ] as const) {
    const link = await mailedLink(store, to, subject);
    await mail.goto(link);
    await seeToast(mail, title);
  }
  await mail.close();
  await expect(address.getByText(`You sign in with ${moved.email}.`)).toBeVisible();
  await expect(address.getByRole('status')).toHaveCount(0);
  const { data } = await adminOf(store).auth.admin.getUserById(shopper.id);
  expect(data.user?.email).toBe(moved.email.replace('@', `+${brand}@`));
  expect(data.user?.user_metadata.original_email).toBe(moved.email);

  watch.allow(/auth\/v1|status of 40\d/);
  const password = section(page, 'Password');
  const change = async (current: string) => {
    await password.getByLabel('Current password', { exact: true }).fill(current);
    await password.getByLabel('New password', { exact: true }).fill(moved.password);
    await password.getByLabel('Repeat the new password').fill(moved.password);
    await password.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not-my-password');
  await expect(password.getByText('This is not your current password.')).toBeVisible();
  await change(shopper.password);
  await seeToast(page, 'Password changed');

  await section(page, 'Devices').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await seeToast(page, 'Signed out everywhere else');
  // The other device's token is rejected from here on.
  watch.allow(/rest\/v1/);
  await visit(brand, '/account', elsewhere);
  await expect(elsewhere).toHaveURL(/\/signin\?next=%2Faccount$/);
  await signIn(elsewhere, moved);
  await expect(section(elsewhere, 'Email address').getByText(moved.email)).toBeVisible();
  await visit(brand, '/account');
  await expect(address.getByText(moved.email)).toBeVisible();
});
