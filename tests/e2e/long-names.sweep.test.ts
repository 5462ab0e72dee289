import { wear } from './axe.ts';
import { expectToFit } from './expect-to-fit.ts';
import { expect, test } from './fixtures.ts';
import { adminOf, ownName, stockProduct } from './stock.ts';
import { phone } from './viewports.ts';

test('the longest possible name of a category is fully visible on a phone', async ({
  page,
  store,
  visit,
}) => {
  const name = ownName(
    'Everything that was printed, woven or sewn by hand in a workshop between Zamalek and Heliopolis',
  ).padEnd(120, 'x');
  const categories = adminOf(store).from('categories');
  const { data, error } = await categories.insert({ tenant_id: 'duoworks', name }).select('id').single();
  expect(error).toBeNull();
  const product = await stockProduct(store, {
    tenant_id: 'duoworks',
    name: ownName('Long-named'),
    price: 90,
    stock: 3,
    category_id: data?.id ?? null,
  });
  for (const path of [`/category/${data?.id}`, `/product/${product.id}`, '/categories']) {
    await expect(async () => {
      await visit('duoworks', path);
      await expect(page.getByRole('main').getByText(name).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await wear(page, 'light');
    await expectToFit(page, phone, path);
  }
  await adminOf(store).from('products').delete().eq('id', product.id);
  await adminOf(store)
    .from('categories')
    .delete()
    .eq('id', data?.id ?? '');
});
