import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { brandById } from '../../app/brands/brands.ts';
import { firstQuestions } from '../../app/brands/first-texts.ts';
import { sizesOf } from '../../app/customize/garments/size-charts.ts';
import type { TablesInsert } from '../../app/lib/database.types.ts';
import { randomOf } from './art/raster/random.ts';
import type { DemoStore } from './catalogue/demo-stores.ts';
import type { CaseEntry, GameEntry, GarmentEntry, Words } from './catalogue/entries.ts';
import {
  bannerId,
  bannerPicture,
  categoryId,
  categoryPicture,
  productFilm,
  productId,
  productPictures,
  publicAddress,
} from './picture-addresses.ts';
import { daysBefore, type SeedContext, succeeded } from './seed-context.ts';
import { stableId } from './stable-id.ts';

type ProductRow = TablesInsert<'products'>;

const MATERIALS: Readonly<Record<string, readonly string[]>> = {
  Jeans: ['Denim'],
  'Denim Jacket': ['Denim'],
  Jacket: ['Cotton drill', 'Polyester'],
  Chinos: ['Cotton drill'],
  'Cargo Pants': ['Cotton drill'],
  'Track Pants': ['Polyester'],
  'Polo Shirt': ['Cotton pique'],
  'Polo Baskota': ['Waffle-knit cotton'],
  Hoodie: ['Cotton fleece'],
  Sweatshirt: ['Cotton fleece'],
  'Sweet Pants': ['Cotton fleece'],
};

const STORE_BRANDS = { inkthread: 'Inkthread', northblock: 'Northblock', casecraft: 'Casecraft' } as const;

/** What the words alone decide, the same in every kind of store. */
function common(
  entry: Words,
  store: DemoStore,
  shelf: number,
  product: number,
  context: SeedContext,
): ProductRow {
  const random = randomOf(`stock/${store.id}/${entry.name}`);
  const { was } = entry;
  const age = entry.isNew ? 1 + random() * 9 : 20 + random() * 160;
  return {
    id: productId(store, shelf, product),
    tenant_id: store.id,
    category_id: categoryId(store, shelf),
    name: entry.name,
    description: entry.about,
    price: entry.price,
    original_price: was ?? null,
    discount: was ? Math.round(((was - entry.price) / was) * 100) : null,
    images: productPictures(store, shelf, product).map((place) =>
      publicAddress(context.client, place, context.relativeUrls),
    ),
    videos: entry.film
      ? [publicAddress(context.client, productFilm(store, shelf, product), context.relativeUrls)]
      : [],
    stock: entry.stock ?? 12 + Math.floor(random() * 60),
    featured: entry.featured ?? false,
    is_new: entry.isNew ?? false,
    created_at: daysBefore(context.now, age).toISOString(),
  };
}

const garmentRow = (entry: GarmentEntry, brand: string): Partial<ProductRow> => ({
  unit: 'piece',
  type: entry.garment,
  // Options are text that holds a JSON list (spec section 3).
  size: JSON.stringify(sizesOf(entry.garment)),
  color: JSON.stringify(entry.colors),
  material: JSON.stringify(entry.material ?? MATERIALS[entry.garment] ?? ['Cotton']),
  gender: entry.gender ?? 'Unisex',
  brand,
});

const gameRow = (entry: GameEntry): Partial<ProductRow> => ({ unit: 'box', brand: entry.publisher });

const caseRow = (entry: CaseEntry): Partial<ProductRow> => ({
  unit: 'case',
  color: JSON.stringify(entry.colors),
  material: JSON.stringify(entry.material),
  brand: STORE_BRANDS.casecraft,
});

/** The rows of a store's products, in shelf order. Every row has the same columns, as a bulk insert wants. */
export function productRows(store: DemoStore, context: SeedContext): ProductRow[] {
  const blank = {
    type: null,
    size: null,
    color: null,
    material: null,
    gender: null,
    brand: null,
    unit: null,
  };
  switch (store.kind) {
    case 'garments':
      return store.shelves.flatMap((shelf, s) =>
        shelf.products.map((entry, p) => ({
          ...blank,
          ...common(entry, store, s, p, context),
          ...garmentRow(entry, store.id === 'duoworks' ? shelf.name : STORE_BRANDS[store.id]),
        })),
      );
    case 'games':
      return store.shelves.flatMap((shelf, s) =>
        shelf.products.map((entry, p) => ({
          ...blank,
          ...common(entry, store, s, p, context),
          ...gameRow(entry),
        })),
      );
    case 'cases':
      return store.shelves.flatMap((shelf, s) =>
        shelf.products.map((entry, p) => ({
          ...blank,
          ...common(entry, store, s, p, context),
          ...caseRow(entry),
        })),
      );
  }
}

function bannerRows(store: DemoStore, { client, relativeUrls, now }: SeedContext): TablesInsert<'banners'>[] {
  return store.words.banners.map((banner, position) => ({
    id: bannerId(store, position),
    tenant_id: store.id,
    title: banner.title,
    description: banner.description,
    image_url: publicAddress(client, bannerPicture(store, position), relativeUrls),
    link_url: banner.link,
    position,
    is_active: true,
    start_date: daysBefore(now, 1).toISOString(),
    end_date: daysBefore(now, -365).toISOString(),
  }));
}

function discountRows(store: DemoStore): TablesInsert<'discounts'>[] {
  return store.words.codes.map((code) => ({
    id: stableId('discount', store.id, code.code),
    tenant_id: store.id,
    code: code.code,
    description: code.description,
    kind: code.kind,
    value: code.value,
    minimum_subtotal: code.minimum ?? 0,
    total_limit: code.total ?? null,
    per_person_limit: code.perPerson ?? null,
    is_active: code.isActive ?? true,
    is_public: code.isPublic ?? false,
  }));
}

function slotRows(store: DemoStore): TablesInsert<'delivery_slots'>[] {
  return store.words.slots.flatMap((slot) =>
    slot.days.map((day) => ({
      id: stableId('slot', store.id, `${day}`, slot.from),
      tenant_id: store.id,
      day_of_week: day,
      from_time: slot.from,
      to_time: slot.to,
      capacity: slot.capacity,
      cut_off_hours: 12,
      is_active: true,
    })),
  );
}

/** Gives a store the demo's questions, where it still has its first ones, and its bank. What staff have written stays. */
async function fillTexts(store: DemoStore, { client }: SeedContext): Promise<void> {
  const step = `texts of ${store.id}`;
  const { data, error } = await client
    .from('settings')
    .select('faq, payment')
    .eq('tenant_id', store.id)
    .single();
  succeeded(step, { error });
  const brand = brandById(store.id);
  const faq = z.array(z.unknown()).catch([]).parse(data?.faq);
  const untouched = faq.length === 0 || (brand && isDeepStrictEqual(faq, firstQuestions(brand)));
  const { words } = store;
  const payment = z.record(z.string(), z.json()).safeParse(data?.payment).data;
  succeeded(
    step,
    await client
      .from('settings')
      .update({
        ...(untouched ? { faq: words.faq.map((entry) => ({ ...entry })) } : {}),
        ...(words.bankDetails && payment?.bankDetails === ''
          ? { payment: { ...payment, bankDetails: words.bankDetails } }
          : {}),
        ...(words.points ? { points: { enabled: true, ...words.points } } : {}),
      })
      .eq('tenant_id', store.id),
  );
}

/** Writes a store's categories, products, banners, codes, slots and texts. Rows that exist are left as they are. */
export async function seedCatalogue(store: DemoStore, context: SeedContext): Promise<void> {
  const { client, relativeUrls } = context;
  const keep = { onConflict: 'id', ignoreDuplicates: true };
  const categories = store.shelves.map(({ name, description }, shelf) => ({
    id: categoryId(store, shelf),
    tenant_id: store.id,
    name,
    description,
    image: publicAddress(client, categoryPicture(store, shelf), relativeUrls),
  }));
  succeeded(`categories of ${store.id}`, await client.from('categories').upsert(categories, keep));
  succeeded(
    `products of ${store.id}`,
    await client.from('products').upsert(productRows(store, context), keep),
  );
  succeeded(`banners of ${store.id}`, await client.from('banners').upsert(bannerRows(store, context), keep));
  succeeded(`codes of ${store.id}`, await client.from('discounts').upsert(discountRows(store), keep));
  succeeded(
    `delivery slots of ${store.id}`,
    await client.from('delivery_slots').upsert(slotRows(store), keep),
  );
  await fillTexts(store, context);
}
