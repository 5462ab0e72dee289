import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from './fixtures.ts';
import { enrol, signedInAs } from './people.ts';
import { adminOf, hire, ownName } from './stock.ts';

const pdfOf = async (page: Page, options: Parameters<Page['pdf']>[0]) =>
  getDocument({ data: new Uint8Array(await page.pdf(options)), verbosity: 0 }).promise;

/** A page's paper size, in millimeters. */
async function paperSize(page: Page): Promise<number[]> {
  const document = await pdfOf(page, { preferCSSPageSize: true });
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  return [width, height].map((points) => Math.round((points * 25.4) / 72));
}

/** An unusually long address, in both scripts. */
const longAddress = {
  full_name: 'عبد الرحمن محمد عبد الفتاح السيد الشرقاوي',
  phone: '01000000001',
  governorate: 'Cairo',
  city: 'التجمع الخامس',
  building: '12ب',
  floor: '3',
  apartment: '7',
  street:
    'شارع التسعين الجنوبي، كمبوند ميفيدا، المرحلة الثالثة، مجموعة ٤، خلف الجامعة الأمريكية AUC gate 4 بجوار مسجد الرحمن الرحيم',
  landmark: 'أمام صيدلية العزبي بجوار بنزينة وطنية على الطريق الدائري',
};

/** The texts of a page's printed sheets, without spaces, as kerned letters are extracted separately. */
async function printed(
  page: Page,
  options: Parameters<Page['pdf']>[0] = { format: 'A4' },
): Promise<string[]> {
  const document = await pdfOf(page, options);
  const pages = Array.from({ length: document.numPages }, async (_, at) => {
    const { items } = await (await document.getPage(at + 1)).getTextContent();
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join('')
      .replaceAll(/\s/g, '');
  });
  return Promise.all(pages);
}

/** How often each sheet contains a text. */
const counts = (pages: readonly string[], text: string) =>
  pages.map((page) => page.split(text.replaceAll(' ', '')).length - 1);

/** Once, on the last of the sheets. */
const onceAtTheEnd = (pages: readonly string[]) => pages.map((_, at) => (at === pages.length - 1 ? 1 : 0));

test('slips and pick lists of seven or more pages have their totals once, after the last line, and each shipment its own label', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const brand = 'northblock';
  const word = ownName('Sign');
  const products = Array.from({ length: 100 }, (_, at) => ({
    tenant_id: brand,
    name: `${word} ${at + 1}, ${'to be read from the other side of the road '.repeat(4)}`,
    price: 10 + at,
    stock: 50,
  }));
  const { data: added } = await adminOf(store)
    .from('products')
    .insert(products)
    .select('id, price')
    .throwOnError();
  const shopper = await signedInAs(store, brand, await enrol(store, brand, ownName('Salma')));
  const staff = await hire(store, brand, 'admin');
  const desk = await signedInAs(store, brand, staff);
  const shortAddress = {
    full_name: 'Salma Adel',
    phone: '01012345678',
    governorate: 'Cairo',
    city: 'Maadi',
    street: '9 Road 233',
  };
  const buy = async (lines: { product_id: string; quantity: number }[], address = shortAddress) => {
    const order = {
      tenant_id: brand,
      lines,
      payment_method: 'cash_on_delivery',
      idempotency_key: randomUUID(),
      address,
    };
    const { data } = await shopper.rpc('place_order', { p_order: order }).throwOnError();
    const { id } = data as { id: string };
    await desk.rpc('change_order_status', { p_order_id: id, p_status: 'confirmed' }).throwOnError();
    return id;
  };
  const long = await buy(added.map(({ id }) => ({ product_id: id, quantity: 1 })));
  const totals = {
    slip: ['100 items', 'To collect on delivery'],
    pick: ['100 items'],
  };
  for (const [kind, sums] of Object.entries(totals)) {
    await visitAs(staff, brand, `/admin/orders?order=${long}&print=${kind}`);
    await expect(page.getByRole('article').getByText(`${word} 100,`)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const pages = await printed(page);
    await keepPicture(`printed-${kind}`);
    await page.emulateMedia({ media: 'screen' });
    expect(pages.length).toBeGreaterThanOrEqual(7);
    for (const sum of sums) expect(counts(pages, sum), sum).toEqual(onceAtTheEnd(pages));
    const heads = counts(pages, 'Item').filter((count) => count === 1);
    expect(heads.length).toBeGreaterThanOrEqual(pages.length - 1);
  }

  const orders: string[] = [];
  for (const { id } of added.slice(0, 7))
    orders.push(await buy([{ product_id: id, quantity: 2 }], longAddress));
  await desk
    .rpc('pack_orders', { p_order_ids: orders, p_shipment: { carrier_name: 'Nile Riders' } })
    .throwOnError();
  await visitAs(staff, brand, `/admin/orders?order=${orders.join()}&print=label`);
  await expect(page.getByRole('article')).toHaveCount(7);
  const cut = page.getByRole('article').locator('div').filter({ hasText: longAddress.landmark });
  expect(await cut.first().evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  await keepPicture('printed-label');
  await page.emulateMedia({ media: 'print' });
  const labels = await printed(page, { preferCSSPageSize: true });
  expect(labels).toHaveLength(7);
  for (const text of ['To collect on delivery', 'Nile Riders', 'EGP'])
    expect(counts(labels, text)).toEqual(Array(7).fill(1));
  expect(await paperSize(page)).toEqual([100, 150]);
});
