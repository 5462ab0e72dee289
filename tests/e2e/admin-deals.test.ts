import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

const BRAND = 'casecraft';

test('staff create a deal, change it and end it, and shoppers see each step on the deals page', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  const name = ownName('Window case');
  const { id } = await stockProduct(store, { tenant_id: BRAND, name, price: 400, stock: 5 });
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/content?tab=deals');

  await page.getByRole('button', { name: 'New deal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Find a product').fill(name);
  await dialog.getByRole('button', { name: `Choose ${name}` }).click();
  await expect(dialog.getByLabel('Original price in EGP')).toHaveValue('400');
  await dialog.getByLabel('Deal price in EGP').fill('400');
  await dialog.getByRole('button', { name: 'Save deal' }).click();
  await expect(dialog.getByText('The original price must be higher than the deal price.')).toBeVisible();
  await expect(dialog.getByLabel('Original price in EGP')).toBeFocused();
  await dialog.getByLabel('Deal price in EGP').fill('300');
  await expect(dialog.getByText('Shoppers see −25% beside it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save deal' }).click();
  await seeToast(page, `Deal saved: ${name}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('−25%');

  const shopper = await somebodyElse();
  const onSale = async (price: string | null) =>
    expect(async () => {
      await visit(BRAND, '/deals', shopper);
      const card = shopper.getByRole('main').getByRole('article').filter({ hasText: name });
      if (price === null) await expect(card).toHaveCount(0, { timeout: 1_000 });
      else await expect(card).toContainText(price, { timeout: 1_000 });
    }).toPass();
  await onSale('300');

  await page.getByRole('button', { name: `Change deal on ${name}` }).click();
  await dialog.getByLabel('Deal price in EGP').fill('200');
  await dialog.getByRole('button', { name: 'Save deal' }).click();
  await expect(row).toContainText('−50%');
  await onSale('200');

  await page.getByRole('button', { name: `End deal on ${name}` }).click();
  await seeToast(page, `Ended: ${name}`);
  await expect(row).toHaveCount(0);
  await onSale(null);
  const { data } = await adminOf(store)
    .from('products')
    .select('price, original_price')
    .eq('id', id)
    .single();
  expect(data).toEqual({ price: 400, original_price: null });
});

test('a review is approved and answered before shoppers read it, and rejected it is gone', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  const name = ownName('Pebble case');
  const { id } = await stockProduct(store, { tenant_id: BRAND, name, price: 250, stock: 5 });
  const customer = await enrol(store, BRAND, `Mona ${ownName('Adel')}`);
  const title = ownName('Round as promised');
  const { error } = await adminOf(store)
    .from('reviews')
    .insert({
      tenant_id: BRAND,
      product_id: id,
      user_id: customer.id,
      author_name: ownName('Mona'),
      rating: 4,
      title,
      body: 'It fits in a pocket.',
    });
  expect(error).toBeNull();
  const shopper = await somebodyElse();
  const inTheShop = async (...texts: string[]) =>
    expect(async () => {
      await visit(BRAND, `/product/${id}`, shopper);
      for (const text of texts) await expect(shopper.getByText(text)).toBeVisible({ timeout: 1_000 });
      if (texts.length === 0) await expect(shopper.getByText(title)).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  await inTheShop();

  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/content?tab=reviews');
  await page.getByRole('radio', { name: /^Waiting/ }).focus();
  for (const status of ['approved', 'rejected', 'pending']) {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(new RegExp(`status=${status}`));
  }
  const review = page.getByRole('row').filter({ hasText: title });
  await review.getByRole('button', { name: /^Answer the review by/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Answer below the review').fill('We sand every one by hand.');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  const colleague = (change: { staff_reply: string } | { status: 'rejected' }) =>
    adminOf(store).from('reviews').update(change).eq('title', title).throwOnError();
  await colleague({ staff_reply: 'Thank you, Mona.' });
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  const both = dialog.getByRole('group', { name: 'Answer below the review' });
  await expect(both).toContainText('Thank you, Mona.');
  await expect(both.getByRole('radio', { name: /^Yours/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save the chosen version' }).click();
  await seeToast(page, 'Answer saved');
  // Until the list is reloaded.
  await expect(review.getByText('We sand every one by hand.')).toBeVisible();
  await colleague({ status: 'rejected' });
  await review.getByRole('button', { name: /^Approve the review by/ }).click();
  await seeToast(page, 'The review was not changed', 'Somebody decided about it meanwhile.');
  await expect(review).toHaveCount(0);
  await page.getByText('Refused', { exact: true }).click();
  await review.getByRole('button', { name: /^Approve the review by/ }).click();
  await seeToast(page, /^Approved: /);
  await expect(review).toHaveCount(0);
  await inTheShop(title, 'We sand every one by hand.');

  await page.getByText('Approved', { exact: true }).click();
  await review.getByRole('button', { name: /^Refuse the review by/ }).click();
  await seeToast(page, /^Refused: /);
  await inTheShop();
});
