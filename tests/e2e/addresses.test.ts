import { expect, test } from './fixtures.ts';
import { hydrated, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

const brand = 'northblock';

test('staff choose the address of a product in each language, its former ones and the switch of languages lead there', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  watch,
  keepPicture,
}) => {
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Named hoodie'),
    price: 90,
    stock: 4,
  });
  const own = product.name.match(/\S+$/)?.[0].toLowerCase() ?? '';
  const [english, arabic] = [`quay-hoodie-${own}`, `هودي-الرصيف-${own}`];
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/products/edit/${product.id}`);
  await hydrated(page);
  const about = page.getByRole('group', { name: 'Search engines' });
  const address = about.getByLabel('Address', { exact: false }).first();
  await expect(address).toHaveAttribute('placeholder', /^named-hoodie/);
  const former = (await address.getAttribute('placeholder')) ?? '';
  watch.allow(/status of 400|answer 400/);
  await address.fill('!!!');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('The address needs a letter or a digit.').first()).toBeVisible();
  await address.fill(`Quay Hoodie ${own}`);
  await about.getByLabel('Address (Arabic)').fill(`هُودي الرصيف ${own}`);
  await keepPicture('admin-product-address');
  await page.getByRole('button', { name: 'Save product' }).click();
  await seeToast(page, /^Saved/);
  await expect(address).toHaveValue(english);

  const shopper = await somebodyElse();
  expect(await visit(brand, `/product/${former}`, shopper)).toBe(200);
  await expect(shopper).toHaveURL(new RegExp(`/product/${english}$`));
  await hydrated(shopper);
  await shopper.getByRole('link', { name: 'العربية' }).first().click();
  await expect(shopper).toHaveURL(new RegExp(`/ar/product/${encodeURIComponent(arabic)}$`));
  await expect(shopper.getByRole('heading', { level: 1, name: product.name })).toBeVisible();

  await adminOf(store).from('products').delete().eq('id', product.id).throwOnError();
  watch.allow(/status of 410|answer 410/);
  await expect.poll(() => visit(brand, `/product/${former}`, shopper)).toBe(410);
  await expect(shopper.getByRole('heading', { level: 1, name: 'No longer here' })).toBeVisible();
  await expect(shopper.getByRole('main').getByRole('link').first()).toHaveText(/^[A-Za-z]/);
  await shopper.setViewportSize({ width: 360, height: 800 });
  await keepPicture('gone-product-360', shopper);
  expect(await visit(brand, `/ar/product/${arabic}`, shopper)).toBe(410);
  await keepPicture('gone-product-arabic-360', shopper);
  await shopper.getByRole('main').getByRole('link').first().click();
  await expect(shopper).toHaveURL(/\/ar\/product\//);
});

test('staff choose the address of a category and say where it was in another shop', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const name = ownName('Named things');
  const { data } = await adminOf(store)
    .from('categories')
    .insert({ tenant_id: brand, name })
    .select('id')
    .single()
    .throwOnError();
  const own = name.match(/\S+$/)?.[0].toLowerCase() ?? '';
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/products?tab=categories');
  await hydrated(page);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address', { exact: false }).first().fill(`things-${own}`);
  await dialog.getByLabel('Old addresses', { exact: false }).fill(`/collections/${own}/`);
  await expect(dialog.getByText('Not translated')).toHaveCount(1);
  await keepPicture('admin-category-address');
  await dialog.getByRole('button', { name: 'Save category' }).click();
  await seeToast(page, /^Saved/);
  const shopper = await somebodyElse();
  for (const path of [`/collections/${own}`, `/categories/things-${own}`, `/category/${data.id}`])
    expect(await visit(brand, path, shopper), path).toBe(200);
  await visit(brand, `/collections/${own}`, shopper);
  await expect(shopper).toHaveURL(new RegExp(`/category/things-${own}$`));
});
