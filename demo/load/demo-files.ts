import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { Constants } from '../../app/lib/database.types.ts';

const words = z.string().trim().min(1);
const list = z.array(words).min(1);
const amount = z.number().min(0);
const count = z.int().min(0);
/** A file's path in its brand's folder. */
const file = z.string().regex(/^(?:[\w-]+\/)+[\w-]+\.(?:avif|webp|webm)$/);
const time = z.string().regex(/^\d\d:\d\d$/);

/**
 * A row's translations by column: `{"ar": {"name": "…"}}`. A column with several texts has an object of them:
 * a choice's text by the choice.
 */
const translations = z.strictObject({
  ar: z.record(words, z.union([words, z.record(words, words)])),
});

const picture = z.strictObject({
  file,
  alt: words,
  color: words.optional(),
  translations: translations.optional(),
});

const attributeValue = z.union([
  z.number(),
  z.strictObject({ from: z.number(), to: z.number() }),
  words,
  z.boolean(),
]);

/** A product, with the column names of the file that staff import. */
const product = z.strictObject({
  name: words,
  category: words,
  description: words,
  price: amount,
  original_price: amount.optional(),
  discount: z.number().min(0).max(100).optional(),
  stock: count,
  unit: words.optional(),
  brand: words.optional(),
  /** The kind of product; or several to choose from, such as the phones a case is made for. */
  type: z.union([words, list.min(2)]).optional(),
  size: list.optional(),
  color: list.optional(),
  material: list.optional(),
  gender: words.optional(),
  /** Attribute values by attribute name. */
  attributes: z.record(words, attributeValue).optional(),
  featured: z.boolean().optional(),
  is_new: z.boolean().optional(),
  days_old: amount,
  pictures: z.array(picture).min(1),
  videos: z.array(file).optional(),
  /** The drawings on it: files in the store's folder `artwork`, without extension. */
  artwork: list.optional(),
  translations: translations.optional(),
});

const store = z.strictObject({
  categories: z.array(
    z.strictObject({
      name: words,
      description: words,
      picture: file,
      translations: translations.optional(),
    }),
  ),
  /** The store's translations of the options Size, Color and Type and their values. */
  option_words: z.strictObject({ ar: z.record(words, words) }).optional(),
  attributes: z
    .array(
      z.strictObject({
        name: words,
        kind: z.enum(Constants.public.Enums.attribute_kind),
        unit: words.optional(),
        choices: list.optional(),
        on_card: z.boolean().optional(),
        translations: translations.optional(),
      }),
    )
    .optional(),
  /** Everyday words and the product or category words they find. */
  search_words: z.array(z.strictObject({ word: words, finds: list })).optional(),
  banners: z.array(
    z.strictObject({
      title: words,
      description: words,
      link: words,
      picture: file,
      translations: translations.optional(),
    }),
  ),
  discounts: z.array(
    z.strictObject({
      code: words,
      description: words,
      kind: z.enum(['percent', 'fixed', 'free_shipping']),
      value: amount,
      minimum_subtotal: amount.optional(),
      total_limit: count.optional(),
      per_person_limit: count.optional(),
      is_active: z.boolean().optional(),
      is_public: z.boolean().optional(),
      translations: translations.optional(),
    }),
  ),
  delivery_slots: z.array(
    z.strictObject({ day_of_week: z.int().min(0).max(6), from_time: time, to_time: time, capacity: count }),
  ),
  /** Zones whose delivery fees or times differ; fees in pounds, days are working days. */
  shipping_zones: z.array(
    z.strictObject({
      name: words,
      translations,
      places: z.array(words),
      rates: z.array(
        z.strictObject({
          method: z.enum(['standard', 'express']),
          fee: amount,
          free_from: amount.optional(),
          from_grams: count.optional(),
          days_from: count,
          days_to: count,
          cash_allowed: z.boolean().optional(),
        }),
      ),
      max_grams: count.optional(),
    }),
  ),
  settings: z.strictObject({
    faq: z.array(z.strictObject({ question: words, answer: words, translations: translations.optional() })),
    bank_details: words.optional(),
    /** VAT percentage contained in prices. */
    vat_rate: amount.optional(),
    invoicing: z.strictObject({ legalName: words, legalAddress: words, taxNumber: words }).optional(),
    points: z.strictObject({ earnRate: amount, pointValue: amount }).optional(),
    translations: translations.optional(),
  }),
});

const order = z.strictObject({
  status: z.enum([
    ...['pending', 'awaiting_payment', 'confirmed', 'in_production', 'partly_sent', 'shipped', 'delivered'],
    ...['returned_to_sender', 'cancelled', 'return_requested', 'returned'],
  ] as const),
  days_ago: amount,
  lines: z
    .array(
      z.strictObject({
        product: words,
        quantity: z.int().min(1),
        size: words.optional(),
        color: words.optional(),
      }),
    )
    .min(1),
  shipping: z.enum(['standard', 'express']),
  payment: z.enum(['cash_on_delivery', 'online', 'bank_transfer']),
  slot: z.strictObject({ day: z.int().min(0).max(6), from: time }).optional(),
  code: words.optional(),
  note: words.optional(),
  reason: words.optional(),
});

/** What the store's demo shopper ordered. */
const orders = z.strictObject({
  address: z.strictObject({
    label: words,
    full_name: words,
    phone: words,
    governorate: z.enum(Constants.public.Enums.governorate),
    city: words,
    street: words,
    building: words,
    floor: words,
    apartment: words,
    landmark: words,
  }),
  orders: z.array(order),
  reviews: z.array(
    z.strictObject({
      product: words,
      rating: z.int().min(1).max(5),
      title: words,
      body: words,
      status: z.enum(['approved', 'pending']),
      days_ago: amount,
    }),
  ),
  wishlist: z.array(words),
});

const accounts = z.array(
  z.strictObject({
    role: z.enum(['super admin', 'staff', 'shopper']),
    email: z.email(),
    password: words,
    passwordHash: z.string().startsWith('$2'),
    name: words,
    tenants: list,
  }),
);

export type DemoProduct = z.output<typeof product>;
export type DemoOrder = z.output<typeof order>;
/** Somebody who can sign in to the demo stores; `email` is as the person types it. */
export type DemoAccount = z.output<typeof accounts>[number];

/** A store's demo data, and the folder of its files. */
export interface DemoStore {
  readonly id: string;
  readonly folder: string;
  readonly products: readonly DemoProduct[];
  readonly store: z.output<typeof store>;
  readonly orders: z.output<typeof orders>;
}

/** The folder of the demo's data. */
export const DEMO = join(import.meta.dirname, '..');

/** A demo file that cannot be loaded; the message names file, line and column. */
export class BadDemoFile extends Error {}

type Path = readonly (string | number)[];
interface Opened<Data> {
  readonly data: Data;
  /** An error that names the position in the file. */
  bad(path: Path, why: string): BadDemoFile;
}

async function open<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<Opened<z.output<Schema>>> {
  const text = await readFile(path, 'utf8');
  const place = (offset: number): string => {
    const before = text.slice(0, offset).split('\n');
    return `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [broken] = errors;
  if (broken) throw new BadDemoFile(`${place(broken.offset)}: ${printParseErrorCode(broken.error)}`);
  const bad = (path: Path, why: string): BadDemoFile => {
    // A missing key has no position; its parent's is named.
    const found = (steps: Path): number =>
      (tree && findNodeAtLocation(tree, [...steps])?.offset) ??
      (steps.length ? found(steps.slice(0, -1)) : 0);
    return new BadDemoFile(`${place(found(path))}: ${z.core.toDotPath(path)}: ${why}`);
  };
  const read = schema.safeParse(JSON.parse(text));
  const [issue] = read.error?.issues ?? [];
  if (issue)
    throw bad(
      issue.path.map((step) => (typeof step === 'symbol' ? '' : step)),
      issue.message,
    );
  if (!read.success) throw new BadDemoFile(`${path} cannot be read.`);
  return { data: read.data, bad };
}

/** Reads the people who can sign in to the demo stores. @throws BadDemoFile */
export async function readAccounts(folder = DEMO): Promise<readonly DemoAccount[]> {
  return (await open(join(folder, 'accounts.json'), accounts)).data;
}

/** Whether the demo has something for a store: one that was added to the brands may have nothing. */
export function hasDemo(id: string, demo = DEMO): boolean {
  return existsSync(join(demo, id, 'products.json'));
}

/** A store's demo, checked as a whole before anything of it is loaded. @throws BadDemoFile */
export async function readStore(id: string, demo = DEMO): Promise<DemoStore> {
  const folder = join(demo, id);
  const [goods, shop, bought] = await Promise.all([
    open(join(folder, 'products.json'), z.array(product)),
    open(join(folder, 'store.json'), store),
    open(join(folder, 'orders.json'), orders),
  ]);
  const there = (name: string): boolean => existsSync(join(folder, name));
  const categories = new Set(shop.data.categories.map(({ name }) => name));
  const products = new Map<string, DemoProduct>();
  for (const [i, one] of goods.data.entries()) {
    if (products.has(one.name)) throw goods.bad([i, 'name'], 'another product has this name');
    products.set(one.name, one);
    if (!categories.has(one.category)) throw goods.bad([i, 'category'], 'there is no such category');
    if ((one.original_price ?? Number.POSITIVE_INFINITY) <= one.price)
      throw goods.bad([i, 'original_price'], 'the original price must be higher than the price');
    for (const [n, { file, color }] of one.pictures.entries()) {
      if (!there(file)) throw goods.bad([i, 'pictures', n, 'file'], 'there is no such file');
      if (color && !one.color?.includes(color))
        throw goods.bad([i, 'pictures', n, 'color'], 'the product is not offered in this colour');
    }
    for (const [n, color] of (one.color ?? []).entries()) {
      if (!one.pictures.some((picture) => picture.color === color))
        throw goods.bad([i, 'color', n], 'no picture shows this colour');
    }
    for (const [n, drawing] of (one.artwork ?? []).entries()) {
      if (!there(`artwork/${drawing}.svg`)) throw goods.bad([i, 'artwork', n], 'there is no such drawing');
    }
    for (const [n, film] of (one.videos ?? []).entries()) {
      if (!there(film)) throw goods.bad([i, 'videos', n], 'there is no such file');
    }
  }
  for (const kind of ['categories', 'banners'] as const) {
    for (const [i, { picture }] of shop.data[kind].entries()) {
      if (!there(picture)) throw shop.bad([kind, i, 'picture'], 'there is no such file');
    }
  }
  for (const [i, { lines, code, slot }] of bought.data.orders.entries()) {
    for (const [n, line] of lines.entries()) {
      const ordered = products.get(line.product);
      const at = ['orders', i, 'lines', n] as const;
      if (!ordered) throw bought.bad([...at, 'product'], 'there is no such product');
      if (line.size && !ordered.size?.includes(line.size)) throw bought.bad([...at, 'size'], 'no such size');
      if (line.color && !ordered.color?.includes(line.color))
        throw bought.bad([...at, 'color'], 'no such colour');
    }
    if (code && !shop.data.discounts.some((one) => one.code === code))
      throw bought.bad(['orders', i, 'code'], 'there is no such discount');
    const slots = shop.data.delivery_slots;
    if (slot && !slots.some((one) => one.day_of_week === slot.day && one.from_time === slot.from))
      throw bought.bad(['orders', i, 'slot'], 'there is no such delivery slot');
  }
  for (const [i, name] of bought.data.wishlist.entries()) {
    if (!products.has(name)) throw bought.bad(['wishlist', i], 'there is no such product');
  }
  for (const [i, { product: name }] of bought.data.reviews.entries()) {
    if (!products.has(name)) throw bought.bad(['reviews', i, 'product'], 'there is no such product');
  }
  return { id, folder, products: goods.data, store: shop.data, orders: bought.data };
}
