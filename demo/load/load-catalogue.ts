import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { presets } from '../../app/brands/presets.ts';
import { defaultQuestions } from '../../app/store/default-content.ts';
import { BadDemoFile, type DemoProduct, type DemoStore } from './demo-files.ts';
import { type Client, dataOf, daysBefore, type LoadContext, stableId, succeeded } from './load-context.ts';
import { addressOf, bannerFile, categoryFile, productFile } from './load-files.ts';

const keep = { onConflict: 'id', ignoreDuplicates: true };

/** A product's options in display order. A single type isn't an option: it is the product's kind. */
function optionsOf({ size = [], color = [], type }: DemoProduct, words: Partial<OptionWords> = {}) {
  return [
    { name: 'Size', kind: 'size', values: size },
    { name: 'Color', kind: 'color', values: color },
    { name: 'Type', kind: 'type', values: Array.isArray(type) ? type : [] },
  ]
    .filter(({ values }) => values.length > 0)
    .map((option) => ({ ...option, translations: translatedOption(option, words) }));
}

type OptionWords = NonNullable<DemoStore['store']['option_words']>;

/** Translations of an option's name and values. */
function translatedOption({ name, values }: { name: string; values: string[] }, words: Partial<OptionWords>) {
  return Object.fromEntries(
    Object.entries(words).map(([language, said]) => [
      language,
      {
        ...(said[name] ? { name: said[name] } : {}),
        values: Object.fromEntries(values.flatMap((value) => (said[value] ? [[value, said[value]]] : []))),
      },
    ]),
  );
}

/** A product's translations including those of its pictures, keyed by the pictures' addresses. */
function productTranslations({ translations, pictures }: DemoProduct, address: (file: string) => string) {
  if (!translations) return {};
  const alts = pictures.flatMap((picture) => {
    const alt = picture.translations?.ar.alt;
    return alt ? [[address(picture.file), alt]] : [];
  });
  return { translations: { ar: { ...translations.ar, image_alts: Object.fromEntries(alts) } } };
}

/** A variant for each combination of options, with its color's picture and varying stock. */
function variantsOf(product: DemoProduct, pictureOf: (color: string | undefined) => string | null) {
  const options = optionsOf(product);
  const combinations = options.reduce<string[][]>(
    (all, { values }) => all.flatMap((chosen) => values.map((value) => [...chosen, value])),
    [[]],
  );
  const stock = unevenly(product.stock, combinations.length);
  const colorAt = options.findIndex(({ kind }) => kind === 'color');
  return combinations.map((chosen, place) => ({
    options: chosen,
    image: pictureOf(chosen[colorAt]),
    stock: stock[place] ?? 0,
  }));
}

/** Splits a number of pieces into parts of different sizes. */
function unevenly(pieces: number, parts: number): number[] {
  const weights = Array.from({ length: parts }, (_, place) => 3 + ((place * 7) % 4));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((pieces * weight) / all));
  const left = pieces - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, place) => share + (place < left ? 1 : 0));
}

/** A product as a row of staff's import file; `row` is its number in the demo's file. */
function importRow(
  product: DemoProduct,
  row: number,
  store: DemoStore,
  context: Pick<LoadContext, 'client' | 'relativeUrls'>,
) {
  const {
    category,
    pictures,
    videos = [],
    days_old: _days,
    artwork: _artwork,
    size: _sizes,
    color: _colors,
    type,
    material,
    attributes = {},
    translations: _translations,
    ...set
  } = product;
  const address = (file: string) => addressOf(productFile(store, file), context);
  const pictureOf = (color: string | undefined) => {
    const picture = color === undefined ? undefined : pictures.find((one) => one.color === color);
    return picture ? address(picture.file) : null;
  };
  const options = optionsOf(product, store.store.option_words);
  return {
    row,
    category,
    set: {
      ...set,
      ...(typeof type === 'string' ? { type } : {}),
      // A list is stored as JSON text (docs/product.md, Products).
      ...(material ? { material: JSON.stringify(material) } : {}),
      images: pictures.map(({ file }) => address(file)),
      image_alts: Object.fromEntries(pictures.map(({ file, alt }) => [address(file), alt])),
      videos: videos.map(address),
      ...productTranslations(product, address),
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [stableId('attribute', store.id, name), value]),
      ),
    },
    ...(options.length > 0 ? { options, variants: variantsOf(product, pictureOf) } : {}),
  };
}

export async function productIds({ id }: DemoStore, client: Client): Promise<Map<string, string>> {
  const answer = await client.from('products').select('id, name').eq('tenant_id', id);
  return new Map(dataOf(`products of ${id}`, answer).map((row) => [row.name, row.id]));
}

/** Products per import. */
const partOfImport = 5;

/**
 * Imports missing products, as staff would. If a row is refused, the products added so far are removed again.
 */
export async function importProducts(
  store: DemoStore,
  staff: Client,
  context: Pick<LoadContext, 'client' | 'relativeUrls'>,
): Promise<void> {
  const { client } = context;
  const known = await productIds(store, client);
  const rows = store.products.flatMap((product, i) =>
    known.has(product.name) ? [] : [importRow(product, i, store, context)],
  );
  const step = `products of ${store.id}`;
  const added: string[] = [];
  // In parts small enough for a slow and busy machine to finish before the statement timeout.
  for (let first = 0; first < rows.length; first += partOfImport) {
    const part = rows.slice(first, first + partOfImport);
    const request = { p_tenant_id: store.id, p_rows: part, p_dry: false };
    const imported = dataOf(step, await staff.rpc('import_products', request)).rows ?? [];
    added.push(...imported.flatMap(({ id }) => id ?? []));
    const refused = imported.find(({ outcome }) => outcome === 'refused');
    if (refused) {
      succeeded(step, await client.from('products').delete().eq('tenant_id', store.id).in('id', added));
      const place = `[${refused.row}]${refused.column ? `.${refused.column}` : ''}`;
      throw new BadDemoFile(`${store.folder}/products.json: ${place}: ${refused.message}`);
    }
  }
}

/** Backdates a store's products as the demo says. */
async function dateProducts(store: DemoStore, { client, now }: LoadContext): Promise<void> {
  const step = `products of ${store.id}`;
  const answer = await client.from('products').select('id, tenant_id, name, price').eq('tenant_id', store.id);
  const stored = new Map(dataOf(step, answer).map((row) => [row.name, row]));
  // Includes the price: otherwise a row on sale is refused for lacking one before the existing product is
  // found.
  const dated = store.products.flatMap(({ name, days_old }) => {
    const row = stored.get(name);
    return row ? [{ ...row, created_at: daysBefore(now, days_old) }] : [];
  });
  succeeded(step, await client.from('products').upsert(dated));
}

/** Inserts a store's categories; existing ones stay unchanged. */
export async function loadCategories(
  store: DemoStore,
  categories: DemoStore['store']['categories'],
  context: Pick<LoadContext, 'client' | 'relativeUrls'>,
): Promise<void> {
  const rows = categories.map(({ name, description, picture, translations = {} }) => ({
    id: categoryId(store.id, name),
    tenant_id: store.id,
    name,
    description,
    image: addressOf(categoryFile(store, picture), context),
    translations,
  }));
  succeeded(`categories of ${store.id}`, await context.client.from('categories').upsert(rows, keep));
}

export const categoryId = (tenantId: string, name: string): string => stableId('category', tenantId, name);

/** Replaces a store's initial questions with the demo's. Questions by staff stay. */
async function fillQuestions({ id, store }: DemoStore, { client }: LoadContext): Promise<void> {
  const step = `questions of ${id}`;
  const stored = dataOf(
    step,
    await client.from('faq_questions').select('question, answer').eq('tenant_id', id).order('position'),
  );
  const brand = presets.find((preset) => preset.id === id);
  if (stored.length > 0 && !(brand && isDeepStrictEqual(stored, defaultQuestions(brand)))) return;
  succeeded(step, await client.from('faq_questions').delete().eq('tenant_id', id));
  const rows = store.settings.faq.map((one, position) => ({
    ...one,
    translations: one.translations ?? {},
    id: stableId('question', id, one.question),
    tenant_id: id,
    position,
  }));
  succeeded(step, await client.from('faq_questions').insert(rows));
}

/** Sets a store's bank account, points and invoice details to the demo's. Staff's values stay. */
async function fillSettings({ id, store }: DemoStore, { client }: LoadContext): Promise<void> {
  const step = `settings of ${id}`;
  const settings = () => client.from('settings');
  const row = dataOf(
    step,
    await settings().select('payment, invoicing, translations').eq('tenant_id', id).single(),
  );
  const payment = z.record(z.string(), z.json()).safeParse(row.payment).data;
  const said = z.record(z.string(), z.record(z.string(), z.json())).safeParse(row.translations).data;
  const { bank_details: bankDetails, vat_rate: vatRate, invoicing, points, translations } = store.settings;
  const change = {
    payment: {
      ...payment,
      ...(bankDetails && payment?.bankDetails === '' ? { bankDetails } : {}),
      ...(vatRate !== undefined && payment?.vatRate === undefined ? { vatRate } : {}),
    },
    ...(invoicing && isDeepStrictEqual(row.invoicing, {}) ? { invoicing } : {}),
    ...(points ? { points: { enabled: true, ...points } } : {}),
    ...(translations ? { translations: { ar: { ...said?.ar, ...translations.ar } } } : {}),
  };
  succeeded(step, await settings().update(change).eq('tenant_id', id));
}

/** Inserts a store's categories, products, banners, codes, zones, slots and texts. Keeps existing rows. */
export async function loadCatalogue(store: DemoStore, staff: Client, context: LoadContext): Promise<void> {
  const { client, now } = context;
  const tenant_id = store.id;
  const { categories, banners, discounts, delivery_slots: slots } = store.store;
  await loadCategories(store, categories, context);
  const attributeRows = (store.store.attributes ?? []).map(
    ({ name, kind, unit = '', choices = [], on_card = false, translations = {} }, position) => ({
      id: stableId('attribute', tenant_id, name),
      tenant_id,
      name,
      kind,
      unit,
      choices,
      position,
      on_card,
      translations,
    }),
  );
  succeeded(`attributes of ${tenant_id}`, await client.from('attributes').upsert(attributeRows, keep));
  await importProducts(store, staff, context);
  await dateProducts(store, context);
  const bannerRows = banners.map(({ title, description, link, picture, translations = {} }, position) => ({
    id: stableId('banner', tenant_id, title),
    tenant_id,
    title,
    description,
    translations,
    position,
    image_url: addressOf(bannerFile(store, picture), context),
    link_url: link,
    is_active: true,
    start_date: daysBefore(now, 1),
    end_date: daysBefore(now, -365),
  }));
  succeeded(`banners of ${tenant_id}`, await client.from('banners').upsert(bannerRows, keep));
  const codes = discounts.map(({ minimum_subtotal = 0, is_active = true, is_public = false, ...code }) => ({
    id: stableId('discount', tenant_id, code.code),
    tenant_id,
    ...code,
    minimum_subtotal,
    is_active,
    is_public,
    translations: code.translations ?? {},
    total_limit: code.total_limit ?? null,
    per_person_limit: code.per_person_limit ?? null,
  }));
  succeeded(`codes of ${tenant_id}`, await client.from('discounts').upsert(codes, keep));
  const zoneRows = store.store.shipping_zones.map(({ max_grams = null, ...zone }, position) => ({
    id: stableId('zone', tenant_id, zone.name),
    tenant_id,
    position,
    ...zone,
    max_grams,
  }));
  succeeded(`shipping zones of ${tenant_id}`, await client.from('shipping_zones').upsert(zoneRows, keep));
  const slotRows = slots.map((slot) => ({
    id: slotId(tenant_id, slot.day_of_week, slot.from_time),
    tenant_id,
    ...slot,
    cut_off_hours: 12,
    is_active: true,
  }));
  succeeded(`delivery slots of ${tenant_id}`, await client.from('delivery_slots').upsert(slotRows, keep));
  const wordRows = (store.store.search_words ?? []).map(({ word, finds }) => ({
    id: stableId('search-word', tenant_id, word),
    tenant_id,
    words: [word, ...finds],
    one_way: true,
  }));
  succeeded(`search words of ${tenant_id}`, await client.from('search_synonyms').upsert(wordRows, keep));
  await fillSettings(store, context);
  await fillQuestions(store, context);
}

export const slotId = (tenantId: string, day: number, from: string): string =>
  stableId('slot', tenantId, `${day}`, from);
