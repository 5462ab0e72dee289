import { expect, test } from './fixtures.ts';
import { ownName, stockProduct } from './stock.ts';

test('a case for another phone says so on its page and in the cart, and is never added in one click', async ({
  page,
  store,
  visit,
}) => {
  const word = ownName('Shell').replace(' ', '');
  const shelf = { tenant_id: 'casecraft', price: 300, stock: 5 };
  const mine = await stockProduct(store, { ...shelf, name: `${word} mine`, product_type: 'iPhone 16' });
  const other = await stockProduct(store, { ...shelf, name: `${word} other`, product_type: 'Pixel 9' });

  await visit('casecraft', `/product/${mine.id}`);
  await expect(page.getByText('Made for iPhone 16')).toBeVisible();
  await visit('casecraft', '/shop');
  await page.getByLabel('Choose your phone').selectOption('iPhone 16');

  await visit('casecraft', `/product/${mine.id}`);
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeVisible();
  await visit('casecraft', `/product/${other.id}`);
  await expect(page.getByText('This is made for Pixel 9. It does not fit iPhone 16')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show what fits iPhone 16' })).toHaveAttribute(
    'href',
    '/shop?type=iPhone+16',
  );
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toHaveCount(0);

  await visit('casecraft', `/shop?search=${word}`);
  await page.getByRole('button', { name: `Add to cart: ${other.name}` }).click();
  const dialog = page.getByRole('dialog', { name: other.name });
  await expect(dialog.getByText('It does not fit iPhone 16')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add for Pixel 9' }).click();
  await page.getByRole('button', { name: 'Go to Cart' }).click();
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: other.name });
  await expect(line).toContainText('Does not fit iPhone 16, the phone you chose');

  await page.getByRole('link', { name: other.name }).first().click();
  await page.getByRole('button', { name: 'I have Pixel 9' }).click();
  await expect(page.getByText('Made for Pixel 9')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeVisible();
});
