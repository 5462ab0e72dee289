import type { Locator, Page } from '@playwright/test';
import type { ShippingRate } from '../../app/lib/json-columns.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { arabicText } from './arabic-text.ts';
import { expect, test } from './fixtures.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { enrol } from './people.ts';
import { pressOn, seeToast } from './steps.ts';
import { adminOf, ownName, stockProduct } from './stock.ts';
import { phone } from './viewports.ts';

test.use({ viewport: phone });

/** A product of a store with free delivery from 500 pounds, and one district with its own fee, next-day delivery and no express. */
async function soldTo(
  store: StoreProcess,
  tenantId: string,
  districtId: string,
  fee: number,
  steps: ShippingRate[] = [],
) {
  await adminOf(store)
    .from('shipping_zones')
    .insert({
      tenant_id: tenantId,
      name: ownName('Far away'),
      places: [districtId],
      rates: [{ method: 'standard', fee, free_from: 500, days_from: 1, days_to: 1 }, ...steps],
    })
    .throwOnError();
  return stockProduct(store, { tenant_id: tenantId, name: ownName('Parcel tee'), price: 100, stock: 9 });
}

const suggestion = (page: Page, name: string): Locator => page.getByRole('option', { name });

test('a keyboard user enters a delivery place, and sees its fee and day up to the checkout', async ({
  page,
  store,
  visit,
  visitAs,
  keepPicture,
}) => {
  const product = await soldTo(store, 'inkthread', 'aswan-kalabsha', 71);
  const shifted = await recordLayoutShifts(page);
  await visitAs(await enrol(store, 'inkthread', 'Mona'), 'inkthread', `/product/${product.id}`);
  const delivery = page.getByRole('region', { name: 'Delivery and returns' });
  await expect(delivery).toContainText('Express delivery');
  await pressOn(delivery.getByRole('button', { name: 'Choose where to deliver' }));

  const dialog = page.getByRole('dialog', { name: 'Where to deliver' });
  const city = dialog.getByRole('combobox', { name: 'City or area' });
  await city.focus();
  await page.keyboard.type('new');
  const list = dialog.getByRole('listbox');
  await expect(list.getByRole('option').nth(5)).toBeAttached();
  const [places, around] = await Promise.all([list.boundingBox(), dialog.boundingBox()]);
  const endOf = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(endOf(places), 'the end of the list').toBeLessThanOrEqual(endOf(around));
  await city.fill('');
  await page.keyboard.type('kalabsa');
  await expect(suggestion(page, 'Kalabsha Aswan')).toBeVisible();
  await expect(city).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(suggestion(page, 'Kalabsha Aswan')).toHaveAttribute('aria-selected', 'true');
  await keepPicture('inkthread-place-360');
  await page.keyboard.press('Enter');
  await expect(city).toHaveValue('Kalabsha');
  await expect(dialog.getByLabel('Governorate')).toHaveValue('Aswan');
  await expect(suggestion(page, 'Kalabsha Aswan')).toBeHidden();
  await page.keyboard.press('Enter');

  await expect(dialog).toBeHidden();
  await expect(delivery).toContainText('Standard delivery 71 EGP, free from 500 EGP');
  await expect(delivery).toContainText('Arrives ');
  await expect(delivery).toContainText('Deliver to Kalabsha, Aswan');
  await expect(delivery).toContainText('No express delivery there');
  await expect(delivery.getByRole('button', { name: 'Change where to deliver' })).toBeFocused();

  await page.reload();
  await expect(delivery).toContainText('Standard delivery 71 EGP');
  expect(await shifted()).toBeLessThanOrEqual(0.02);
  await keepPicture('inkthread-product-with-place-360');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(page, 'Item added to cart');

  await visit('inkthread', '/cart');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Shipping71 EGP');
  await expect(summary).toContainText('Total171 EGP');
  await expect(summary).toContainText('400 EGP to free shipping');
  await expect(summary).toContainText('Deliver to Kalabsha, Aswan');
  await keepPicture('inkthread-cart-with-place-360');
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByLabel('Governorate')).toHaveValue('Aswan');
  await expect(page.getByLabel('City or area')).toHaveValue('Kalabsha');
  await expect(page.getByText('Delivery to Kalabsha costs 71 EGP rather than 30 EGP')).toBeVisible();
});

test('a heavy product costs as much to deliver on its own page and in the cart as at the checkout', async ({
  page,
  store,
  visit,
  visitAs,
  keepPicture,
}) => {
  const product = await soldTo(store, 'inkthread', 'aswan-abu-simbel', 71, [
    { method: 'standard', fee: 118, free_from: 500, from_grams: 2_500, days_from: 1, days_to: 3 },
  ]);
  const variants = [{ options: [], stock: 9, weight_grams: 1_300 }];
  await adminOf(store)
    .rpc('save_product_variants', {
      p_product_id: product.id,
      p_version: 1,
      p_options: [],
      p_variants: variants,
    })
    .throwOnError();
  await visitAs(await enrol(store, 'inkthread', 'Mona'), 'inkthread', `/product/${product.id}`);
  const onPage = page.getByRole('region', { name: 'Delivery and returns' });
  await pressOn(onPage.getByRole('button', { name: 'Choose where to deliver' }));
  const dialog = page.getByRole('dialog', { name: 'Where to deliver' });
  await dialog.getByRole('combobox', { name: 'City or area' }).fill('Abu Simbel');
  await suggestion(page, 'Abu Simbel Aswan').click();
  await dialog.getByRole('button', { name: 'Deliver there' }).click();
  await expect(onPage).toContainText('Standard delivery 71 EGP');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await seeToast(page, 'Item added to cart');

  await visit('inkthread', '/cart');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Standard delivery 71 EGP');
  await expect(summary).toContainText('Discount codes are chosen at checkout.');
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(summary).toContainText('Standard delivery 118 EGP');
  await expect(summary).toContainText('Total318 EGP');
  await keepPicture('inkthread-heavy-cart-360');
  await visit('inkthread', '/checkout');
  await expect(page.getByRole('group', { name: 'Shipping' })).toContainText('118 EGP');
  await expect(page.getByRole('definition').filter({ hasText: /^318 EGP$/ })).toBeVisible();
});

test('an Arabic reader finds a place by its Arabic name, in any spelling', async ({
  page,
  store,
  visit,
  keepPicture,
}) => {
  const product = await soldTo(store, 'northblock', 'aswan-daraw', 83);
  await visit('northblock', `/ar/product/${product.id}`);
  await pressOn(page.getByRole('button', { name: arabicText('product', 'choosePlace') }));
  const dialog = page.getByRole('dialog', { name: arabicText('delivery-place', 'placeTitle') });
  await dialog.getByRole('combobox', { name: arabicText('checkout', 'city') }).fill('الدراو');
  await suggestion(page, 'دراو أسوان').click();
  await expect(dialog.getByLabel(arabicText('checkout', 'governorate'))).toHaveValue('Aswan');
  await keepPicture('northblock-place-arabic-360');
  await dialog.getByRole('button', { name: arabicText('delivery-place', 'usePlace') }).click();
  const delivery = page.getByRole('region', { name: arabicText('product', 'delivery') });
  await expect(delivery).toContainText('توصيل عادي \u206883 ج.م\u2069');
  await expect(delivery).toContainText(
    'التوصيل إلى \u2068\u2067\u2068دراو\u2069، \u2068أسوان\u2069\u2069\u2069',
  );
});

test('a place that a store does not serve says so, and an unknown one can be typed', async ({
  page,
  store,
  visit,
}) => {
  const product = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('Case'),
    price: 100,
    stock: 9,
  });
  await adminOf(store)
    .from('shipping_zones')
    .insert({ tenant_id: 'casecraft', name: ownName('Nowhere'), places: ['red-sea-halayeb'], rates: [] })
    .throwOnError();
  await visit('casecraft', `/product/${product.id}`);
  await pressOn(page.getByRole('button', { name: 'Choose where to deliver' }));
  const dialog = page.getByRole('dialog', { name: 'Where to deliver' });
  await dialog.getByLabel('City or area').fill('Halayb');
  await suggestion(page, 'Halayeb Red Sea').click();
  await dialog.getByRole('button', { name: 'Deliver there' }).click();
  const delivery = page.getByRole('region', { name: 'Delivery and returns' });
  await expect(delivery).toContainText('We do not deliver this there yet.');
  await delivery.getByRole('button', { name: 'Change where to deliver' }).click();
  await dialog.getByLabel('City or area').fill('Wadi Nowhere');
  await dialog.getByLabel('Governorate').selectOption('Cairo');
  await dialog.getByRole('button', { name: 'Deliver there' }).click();
  await expect(delivery).toContainText('Deliver to Wadi Nowhere, Cairo');
  await expect(delivery).toContainText('Express delivery');
});

test('a city in another governorate than the address asks for confirmation', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  await visitAs(await enrol(store, 'duoworks', 'Mona'), 'duoworks', '/account/addresses');
  await page.getByRole('button', { name: 'Add an address' }).click();
  await page.getByLabel('Governorate').selectOption('Giza');
  await page.getByLabel('City or area').fill('المعادى');
  await page.getByLabel('Street').fill('Road 9');
  await expect(page.getByText('Maadi is in Cairo.')).toBeVisible();
  await keepPicture('duoworks-place-elsewhere-360');
  await page.getByRole('button', { name: 'Choose Cairo' }).click();
  await expect(page.getByText('Maadi is in Cairo.')).toBeHidden();
  await expect(page.getByLabel('Governorate')).toHaveValue('Cairo');
  await expect(page.getByLabel('City or area')).toHaveValue('المعادى');
});

test.describe('under a translator', () => {
  test.use({ translated: true });

  test('a product page survives choosing a place', async ({ page, store, visit }) => {
    const product = await soldTo(store, 'meeplehouse', 'qena-naqada', 64);
    await visit('meeplehouse', `/product/${product.id}`);
    await pressOn(page.getByRole('button', { name: 'Choose where to deliver' }));
    const dialog = page.getByRole('dialog', { name: 'Where to deliver' });
    await dialog.getByLabel('City or area').fill('Naqa');
    await suggestion(page, 'Naqada').click();
    await dialog.getByRole('button', { name: 'Deliver there' }).click();
    const delivery = page.getByRole('region', { name: 'Delivery and returns' });
    await expect(delivery).toContainText('64');
    await expect(delivery).toContainText('Naqada');
    await delivery.getByRole('button', { name: 'Change where to deliver' }).click();
    await dialog.getByLabel('City or area').fill('');
    // As a person would: the district suggestions close when the focus leaves.
    await dialog.getByLabel('Governorate').focus();
    await dialog.getByLabel('Governorate').selectOption('Luxor');
    await dialog.getByRole('button', { name: 'Deliver there' }).click();
    await expect(delivery).not.toContainText('Naqada');
    await expect(delivery).toContainText('Luxor');
  });
});
