import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { brandById } from '../../app/brands/brands.ts';
import { defaultQuestions } from '../../app/lib/default-content.ts';
import { BadDemoFile, type DemoProduct, type DemoStore } from './demo-files.ts';
import { type Client, dataOf, daysBefore, type LoadContext, stableId, succeeded } from './load-context.ts';
import { addressOf, bannerFile, categoryFile, productFile } from './load-files.ts';

const keep = { onConflict: 'id', ignoreDuplicates: true };

/** A product as a row of the file that staff import; `row` is its number in the demo's file. */
function importRow(product: DemoProduct, row: number, store: DemoStore, context: LoadContext) {
  const {
    category,
    pictures,
    videos = [],
    days_old: _,
    type,
    size,
    color,
    material,
    attributes = {},
    ...set
  } = product;
  const address = (file: string) => addressOf(productFile(store, file), context);
  // Options are text that holds a JSON list (spec section 3).
  const options = Object.entries({ type, size, color, material }).map(([name, of]) => [
    name,
    typeof of === 'string' ? of : of && JSON.stringify(of),
  ]);
  return {
    row,
    category,
    set: {
      ...set,
      ...Object.fromEntries(options.filter(([, of]) => of)),
      images: pictures.map(({ file }) => address(file)),
      image_alts: Object.fromEntries(pictures.map(({ file, alt }) => [address(file), alt])),
      videos: videos.map(address),
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [stableId('attribute', store.id, name), value]),
      ),
    },
  };
}

const outcomes = z.object({
  rows: z.array(
    z.object({
      row: z.number(),
      outcome: z.string(),
      column: z.string().optional(),
      message: z.string().optional(),
    }),
  ),
});

/** The ids of a store's products, by name. */
export async function productIds({ id }: DemoStore, client: Client): Promise<Map<string, string>> {
  const answer = await client.from('products').select('id, name').eq('tenant_id', id);
  return new Map(dataOf(`products of ${id}`, answer).map((row) => [row.name, row.id]));
}

/** Imports the products that the store does not have, as its staff would: after a rehearsal, all of them or none. */
async function importProducts(store: DemoStore, staff: Client, context: LoadContext): Promise<void> {
  const { client, now } = context;
  const known = await productIds(store, client);
  const rows = store.products.flatMap((product, i) =>
    known.has(product.name) ? [] : [importRow(product, i, store, context)],
  );
  const step = `products of ${store.id}`;
  const request = (p_dry: boolean) =>
    staff.rpc('import_products', { p_tenant_id: store.id, p_rows: rows, p_dry });
  if (rows.length > 0) {
    const rehearsal = outcomes.parse(dataOf(step, await request(true)));
    const refused = rehearsal.rows.find(({ outcome }) => outcome === 'refused');
    if (refused) {
      const place = `[${refused.row}]${refused.column ? `.${refused.column}` : ''}`;
      throw new BadDemoFile(`${store.folder}/products.json: ${place}: ${refused.message}`);
    }
    succeeded(step, await request(false));
  }
  const ids = await productIds(store, client);
  const dated = store.products.flatMap(({ name, days_old }) => {
    const id = ids.get(name);
    return id ? [{ id, tenant_id: store.id, name, created_at: daysBefore(now, days_old) }] : [];
  });
  succeeded(step, await client.from('products').upsert(dated));
  const added = new Set(rows.map(({ set }) => set.name));
  await fillVariants(
    store,
    store.products.filter(({ name }) => added.has(name)),
    staff,
    context,
  );
}

/** Gives the variants of new products the pictures of their colours, and more of some than of others, as staff would. */
async function fillVariants(
  store: DemoStore,
  products: readonly DemoProduct[],
  staff: Client,
  context: LoadContext,
): Promise<void> {
  const step = `variants of ${store.id}`;
  const answer = await staff
    .from('products')
    .select('id, name, version, product_options(*), product_variants(*)')
    .eq('tenant_id', store.id)
    .in(
      'name',
      products.map(({ name }) => name),
    )
    .order('position', { referencedTable: 'product_options' })
    .order('position', { referencedTable: 'product_variants' });
  const byName = new Map(dataOf(step, answer).map((row) => [row.name, row]));
  const saving = products.map(async ({ name, stock, pictures }) => {
    const row = byName.get(name);
    if (!row || row.product_variants.length < 2) return;
    const pieces = unevenly(stock, row.product_variants.length);
    const isColor = row.product_options.findIndex(({ kind }) => kind === 'color');
    const variants = row.product_variants.map(({ id, option1, option2, option3 }, place) => {
      const options = [option1, option2, option3].slice(0, row.product_options.length);
      const picture = pictures.find(({ color }) => color !== undefined && color === options[isColor]);
      const image = picture ? addressOf(productFile(store, picture.file), context) : null;
      return { id, options, image, stock: pieces[place] ?? 0 };
    });
    const p_options = row.product_options.map(({ name: called, kind, values, swatches }) => ({
      ...{ name: called, kind, values, swatches },
    }));
    const { id: p_product_id, version: p_version } = row;
    const saved = await staff.rpc('save_product_variants', {
      ...{ p_product_id, p_version, p_options, p_variants: variants },
    });
    succeeded(step, saved);
  });
  await Promise.all(saving);
}

/** A number of pieces in so many parts, some larger than others. */
function unevenly(pieces: number, parts: number): number[] {
  const weights = Array.from({ length: parts }, (_, place) => 3 + ((place * 7) % 4));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((pieces * weight) / all));
  const left = pieces - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, place) => share + (place < left ? 1 : 0));
}

/** Gives a store the demo's questions, where it still has its first ones, its bank and its points. What staff wrote stays. */
async function fillSettings({ id, store }: DemoStore, { client }: LoadContext): Promise<void> {
  const step = `settings of ${id}`;
  const settings = () => client.from('settings');
  const row = dataOf(step, await settings().select('faq, payment').eq('tenant_id', id).single());
  const brand = brandById(id);
  const untouched =
    isDeepStrictEqual(row.faq, []) || (brand && isDeepStrictEqual(row.faq, defaultQuestions(brand)));
  const payment = z.record(z.string(), z.json()).safeParse(row.payment).data;
  const { faq, bank_details: bankDetails, points } = store.settings;
  const change = {
    ...(untouched ? { faq } : {}),
    ...(bankDetails && payment?.bankDetails === '' ? { payment: { ...payment, bankDetails } } : {}),
    ...(points ? { points: { enabled: true, ...points } } : {}),
  };
  succeeded(step, await settings().update(change).eq('tenant_id', id));
}

/** Writes a store's categories, products, banners, codes, slots and texts. Rows that exist are left as they are. */
export async function loadCatalogue(store: DemoStore, staff: Client, context: LoadContext): Promise<void> {
  const { client, now } = context;
  const tenant_id = store.id;
  const { categories, banners, discounts, delivery_slots: slots } = store.store;
  const categoryRows = categories.map(({ name, description, picture }) => ({
    ...{ id: stableId('category', tenant_id, name), tenant_id, name, description },
    image: addressOf(categoryFile(store, picture), context),
  }));
  succeeded(`categories of ${tenant_id}`, await client.from('categories').upsert(categoryRows, keep));
  const attributeRows = (store.store.attributes ?? []).map(
    ({ name, kind, unit = '', choices = [], on_card = false }, position) => ({
      ...{ id: stableId('attribute', tenant_id, name), tenant_id, name, kind, unit, choices },
      ...{ position, on_card },
    }),
  );
  succeeded(`attributes of ${tenant_id}`, await client.from('attributes').upsert(attributeRows, keep));
  await importProducts(store, staff, context);
  const bannerRows = banners.map(({ title, description, link, picture }, position) => ({
    ...{ id: stableId('banner', tenant_id, title), tenant_id, title, description, position },
    ...{ image_url: addressOf(bannerFile(store, picture), context), link_url: link, is_active: true },
    ...{ start_date: daysBefore(now, 1), end_date: daysBefore(now, -365) },
  }));
  succeeded(`banners of ${tenant_id}`, await client.from('banners').upsert(bannerRows, keep));
  const codes = discounts.map(({ minimum_subtotal = 0, is_active = true, is_public = false, ...code }) => ({
    ...{ id: stableId('discount', tenant_id, code.code), tenant_id, ...code },
    ...{ minimum_subtotal, is_active, is_public },
    ...{ total_limit: code.total_limit ?? null, per_person_limit: code.per_person_limit ?? null },
  }));
  succeeded(`codes of ${tenant_id}`, await client.from('discounts').upsert(codes, keep));
  const slotRows = slots.map((slot) => ({
    ...{ id: slotId(tenant_id, slot.day_of_week, slot.from_time), tenant_id, ...slot },
    ...{ cut_off_hours: 12, is_active: true },
  }));
  succeeded(`delivery slots of ${tenant_id}`, await client.from('delivery_slots').upsert(slotRows, keep));
  await fillSettings(store, context);
}

export const slotId = (tenantId: string, day: number, from: string): string =>
  stableId('slot', tenantId, `${day}`, from);
