import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from './fixtures.ts';
import { enrol, signedInAs } from './people.ts';
import { adminOf, hire, ownName } from './stock.ts';

/** The texts of the pages that a browser prints of a page, without spaces: letters that are kerned stand apart. */
async function printed(page: Page): Promise<string[]> {
  const paper = await page.pdf({ format: 'A4' });
  const document = await getDocument({ data: new Uint8Array(paper), verbosity: 0 }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, at) => {
    const { items } = await (await document.getPage(at + 1)).getTextContent();
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join('')
      .replaceAll(/\s/g, '');
  });
  return Promise.all(pages);
}

/** How often each page has a text. */
const counts = (pages: readonly string[], text: string) =>
  pages.map((page) => page.split(text.replaceAll(' ', '')).length - 1);

/** Once at the end of so many pages. */
const onceAtTheEnd = (pages: readonly string[]) => pages.map((_, at) => (at === pages.length - 1 ? 1 : 0));

test('slips and pick lists of seven pages and more have their totals once, after the last line, and each parcel a label of its own', async ({
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
  const buy = async (lines: { product_id: string; quantity: number }[]) => {
    const order = {
      tenant_id: brand,
      lines,
      payment_method: 'cash_on_delivery',
      idempotency_key: randomUUID(),
      address: {
        full_name: 'Salma Adel',
        phone: '01012345678',
        governorate: 'Cairo',
        city: 'Maadi',
        street: '9 Road 233',
      },
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
  for (const { id } of added.slice(0, 7)) orders.push(await buy([{ product_id: id, quantity: 2 }]));
  await desk
    .rpc('pack_orders', { p_order_ids: orders, p_parcel: { carrier_name: 'Nile Riders' } })
    .throwOnError();
  await visitAs(staff, brand, `/admin/orders?order=${orders.join()}&print=label`);
  await expect(page.getByRole('article')).toHaveCount(7);
  const labels = await printed(page);
  expect(labels).toHaveLength(7);
  for (const said of ['To collect on delivery', 'Nile Riders'])
    expect(counts(labels, said)).toEqual(Array(7).fill(1));
});
