import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockOf, stockProduct } from './stock.ts';

const BRAND = 'inkthread';

test('prices and stock are edited in the product list by keyboard, and nobody’s change is lost', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const word = ownName('Row').split(' ')[1] ?? '';
  const [name, sized] = [`Cap ${word}`, `Tee ${word}`];
  const { id } = await stockProduct(store, { tenant_id: BRAND, name, price: 120, stock: 5 });
  const options = { size: 'M, L', color: 'Black, Sand' };
  const tee = await stockProduct(store, { tenant_id: BRAND, name: sized, price: 90, stock: 8, ...options });
  const products = () => adminOf(store).from('products');
  const priceOf = async () => {
    const { data } = await products().select('price').eq('id', id).single().throwOnError();
    return data.price;
  };
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, `/admin/products?search=${word}`);
  const row = page.getByRole('row').filter({ hasText: name });

  const price = row.getByRole('button', { name: `Change the price of ${name}` });
  const amount = row.getByRole('textbox', { name: `Change the price of ${name}` });
  await price.press('Enter');
  await expect(amount).toHaveValue('120');
  await page.keyboard.type('much');
  await page.keyboard.press('Enter');
  await expect(amount).toHaveAccessibleDescription(/Enter an amount/);
  await page.keyboard.press('Escape');
  await expect(price).toBeFocused();
  await expect(row).toContainText('120 EGP');
  await page.keyboard.press('Enter');
  await page.keyboard.type('95.50');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await amount.press('Enter');
  await seeToast(page, `Price changed: ${name}`);
  await expect(row).toContainText('95.50 EGP');
  expect(await priceOf()).toBe(95.5);

  await price.click();
  await amount.fill('80');
  await products().update({ price: 70 }).eq('id', id).throwOnError();
  await amount.press('Enter');
  await expect(row.getByRole('alert')).toHaveText(/Somebody has set it to 70 EGP meanwhile/);
  await keepPicture('admin-inline-edit-1280');
  expect(await priceOf()).toBe(70);
  await amount.press('Enter');
  await expect(row).toContainText('80 EGP');
  expect(await priceOf()).toBe(80);

  await row.getByRole('button', { name: `Change the stock of ${name}` }).click();
  await row.getByRole('textbox', { name: `Change the stock of ${name}` }).fill('1,2');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('alert')).toHaveText(/whole number/);
  await row.getByRole('textbox').fill('12');
  await page.keyboard.press('Enter');
  await seeToast(page, `Stock changed: ${name}`, '12 pieces in stock');
  expect(await stockOf(store, id)).toBe(12);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => stockOf(store, id)).toBe(5);

  const second = page.getByRole('row').filter({ hasText: sized });
  await expect(second).toContainText('Sand');
  await second.getByRole('link', { name: `Stock of the variants of ${sized}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/products/edit/${tee.id}#variants$`));
  await expect(page.getByLabel('Stock, M / Black')).toHaveValue('2');
});
