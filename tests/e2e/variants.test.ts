import { z } from 'zod';
import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { enrol, signedInAs } from './people.ts';
import { choose, fillAddress, hydrated, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const tenant = 'casecraft';

/**
 * A case of the test's own for two devices in two colors, each with a picture: the red one for Pixel 9 costs more, none
 * is left in blue.
 */
async function stockCase(store: StoreProcess) {
  const pictured = adminOf(store).from('products').select('images').eq('tenant_id', tenant);
  const { data: others } = await pictured.eq('brand', 'Casecraft').order('name').limit(2).throwOnError();
  const [blue = '', red = ''] = others.map(({ images }) => z.array(z.string()).parse(images)[0]);
  const product = await stockProduct(store, {
    tenant_id: tenant,
    name: ownName('Two-device case'),
    price: 300,
    stock: 0,
    images: [blue, red],
  });
  const staff = await signedInAs(store, tenant, await hire(store, tenant, 'admin'));
  const read = await adminOf(store).from('products').select('version').eq('id', product.id).single();
  const saved = await staff.rpc('save_product_variants', {
    p_product_id: product.id,
    p_version: read.data?.version ?? 0,
    p_options: [
      { name: 'Device', values: ['iPhone 16', 'Pixel 9'] },
      { name: 'Color', kind: 'color', values: ['Red', 'Blue'] },
    ],
    p_variants: [
      { options: ['iPhone 16', 'Red'], stock: 9, image: red },
      { options: ['iPhone 16', 'Blue'], stock: 9, image: blue },
      { options: ['Pixel 9', 'Red'], stock: 8, price: 330, sku: ownName('PIX'), image: red },
      { options: ['Pixel 9', 'Blue'], stock: 0, image: blue },
    ],
  });
  if (saved.error) throw new Error(saved.error.message);
  const variant = await adminOf(store)
    .from('product_variants')
    .select('id')
    .eq('product_id', product.id)
    .match({ option1: 'Pixel 9', option2: 'Red' })
    .single();
  return {
    ...product,
    variant: variant.data?.id ?? '',
    redPicture: new RegExp(red.split('/').slice(-2).join('/')),
  };
}

atViewport(phone, () => {
  test('a case is chosen by device first, its URL names the selection, its picture follows, and it is ordered like that', {
    tag: '@journey',
  }, async ({ page, store, visit, visitAs, keepPicture }) => {
    const { id, name, variant, redPicture } = await stockCase(store);
    await visit(tenant, `/product/${id}`);
    await hydrated(page);
    const main = page.getByRole('main');
    const shown = main.getByRole('button', { name: 'Show picture' }).and(page.locator('[aria-current]'));
    await expect(shown).toHaveAccessibleName('Show picture 1');
    await expect(main.locator('form legend').first()).toHaveText('Device');
    await main.getByRole('button', { name: 'Add to cart' }).first().click();
    await expect(main.getByText('Device: choose one.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'iPhone 16' })).toBeFocused();
    await choose(page, 'Device', 'Pixel 9');
    await expect(page.getByRole('radio', { name: /^Blue\s?, Sold out$/ })).toBeVisible();
    await choose(page, 'Color', 'Red');
    await expect(main.getByText('330 EGP').first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/product/${id}\\?variant=${variant}$`));
    await expect(shown).toHaveAccessibleName('Show picture 2');
    await keepPicture('casecraft-device-360');
    await main.getByRole('button', { name: 'Add to cart' }).first().click();
    await seeToast(page, 'Item added to cart');
    await page.getByRole('button', { name: 'Go to Cart' }).click();
    await expect(main.getByText('Red · Pixel 9')).toBeVisible();
    const picture = main.locator('img');
    await expect(picture).toHaveAttribute('src', redPicture);

    const shopper = await enrol(store, tenant, 'Mariam Samir');
    await visitAs(shopper, tenant, '/checkout');
    await fillAddress(page, shopper.name);
    await expect(main.getByText('Red · Pixel 9').first()).toBeAttached();
    await expect(picture.first()).toHaveAttribute('src', redPicture);
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
    await expect(picture.first()).toHaveAttribute('src', redPicture);
    const { data } = await adminOf(store).from('product_variants').select('stock').eq('id', variant).single();
    expect(data?.stock).toBe(7);

    await visit(tenant, '/account/orders');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Order \S/ })
      .first()
      .click();
    await expect(main.getByText('Red · Pixel 9')).toBeVisible();
    await expect(picture.first()).toHaveAttribute('src', redPicture);
    await page.getByRole('button', { name: 'Buy again' }).click();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Go to Cart' })
      .click();
    await expect(main.getByText('Red · Pixel 9')).toBeVisible();
    await main.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`\\?variant=${variant}$`));
    await expect(page.getByRole('radio', { name: 'Pixel 9' })).toBeChecked();
  });
});

test('a variant’s URL shows it before any script runs; a discontinued one leads to the product', async ({
  store,
  page,
  visit,
}) => {
  const { id, variant } = await stockCase(store);
  const at = (query: string) => `http://${tenant}.localhost:${store.port}/product/${id}${query}`;
  const html = (await (await page.goto(at(`?variant=${variant}`)))?.text()) ?? '';
  expect(html).toContain('330');
  expect(html).toMatch(/<input[^>]*checked=""[^>]*value="Pixel 9"|value="Pixel 9"[^>]*checked=""/);
  // The address with words, of the product and not of its variant.
  expect(html).toMatch(/rel="canonical" href="[^"?]*\/product\/[a-z-]+[^"?]*"/);
  expect(html).toContain('"@type":"ProductGroup"');
  await page.goto(at('?variant=00000000-0000-4000-8000-000000000000'));
  expect(page.url()).toMatch(/\/product\/two-device-case-[^?]*$/);

  await visit(tenant, `/product/${id}`);
  await hydrated(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const entries = await page.evaluate(() => history.length);
  await choose(page, 'Color', 'Red');
  await choose(page, 'Device', 'iPhone 16');
  await expect(page).toHaveURL(/\?variant=/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  expect(asked.filter((url) => url.includes('.data'))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'iPhone 16' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Red' })).toBeChecked();
});
