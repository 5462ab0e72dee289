import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire } from './stock.ts';

test('settings are validated and survive a tab switch, two people’s versions are both shown, and shoppers see the saved one', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  await visitAs(await hire(store, 'meeplehouse', 'admin'), 'meeplehouse', '/admin/settings?tab=contact');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await page.getByRole('tab', { name: 'Shipping' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('nobody');

  const settings = adminOf(store).from('settings');
  const { data } = await settings.select('contact').eq('tenant_id', 'meeplehouse').single();
  const theirs = { ...Object(data?.contact), contactPhone: '+20 100 111 2222' };
  const { error } = await settings.update({ contact: theirs }).eq('tenant_id', 'meeplehouse');
  expect(error).toBeNull();

  await page.getByLabel('Email').fill('dice@meeplehouse.example');
  await page.getByLabel('Phone').fill('+20 100 765 4321');
  await page.getByRole('button', { name: 'Save settings' }).click();
  const newer = page.getByRole('alert').filter({ hasText: 'Somebody saved a newer version' });
  const phone = newer.getByRole('group', { name: 'Phone' });
  await expect(phone.getByRole('radio', { name: /^Saved meanwhile \+20 100 111 2222/ })).toBeVisible();
  await expect(phone.getByRole('radio', { name: /^Yours \+20 100 765 4321/ })).toBeChecked();
  await newer.getByRole('button', { name: 'Save the chosen version' }).click();
  await seeToast(page, 'Saved: Contact');
  await expect(page.getByText('Shoppers see what you save')).toBeVisible();
  await page.getByRole('tab', { name: 'For staff' }).click();
  await expect(page.getByText('Only staff see these.')).toBeVisible();
  await expect(page.getByText('Shoppers see what you save')).toHaveCount(0);

  const shopper = await somebodyElse();
  await expect(async () => {
    await visit('meeplehouse', '/contact', shopper);
    await expect(shopper.getByRole('main').getByText('+20 100 765 4321')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
