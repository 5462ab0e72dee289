import { defaultLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { slugOf } from '#app/i18n/page-slugs.ts';
import { translatedRow, translationOf } from '#app/i18n/translated-row.ts';
import { attributeValues } from './attributes.ts';
import { normaliseCategory } from './normalise-category.ts';
import { addressList, fields, flag, numeric, text, timestamp } from './parse-values.ts';
import type { Product } from './product.ts';
import { byColumn } from './product-columns.ts';
import { otherOptions } from './product-options.ts';

/**
 * Normalizes a product row of any stored shape (docs/product.md, Products): lists as JSON text, single pictures, joined
 * or named categories, numbers as text, missing fields. A missing row is logged and gives an empty product. `now`
 * replaces missing timestamps.
 */
export function normaliseProduct(raw: unknown, now = new Date().toISOString()): Product {
  if (raw === undefined || raw === null) console.error('Cannot map undefined or null product');
  const own = fields(raw);
  // Option and filter values stay untranslated here: useShownValue translates them.
  const { type, brand } = own;
  // A translated page never uses the default language's title: its own name is a better one.
  const titled = pageLanguage() === defaultLanguage ? own : translationOf(own.translations);
  const { seo_title, seo_description } = titled;
  const row: Record<string, unknown> = { ...translatedRow(own), type, brand, seo_title, seo_description };
  const category = normaliseCategory(row.category ?? row.categories, now);
  const originalPrice = numeric(row.original_price ?? row.originalPrice, null);
  const isNew = flag(row.is_new ?? row.isNew);
  return {
    id: text(row.id),
    ...byColumn('text', ({ name }) => text(row[name])),
    slug: slugOf(row),
    ...byColumn('list', ({ name }) => text(row[name])),
    ...byColumn('option', ({ name }) => text(row[name])),
    ...byColumn('addresses', ({ name }) => addressList(row[name])),
    price: numeric(row.price, 0),
    discount: numeric(row.discount, 0),
    stock: numeric(row.stock, 0),
    featured: flag(row.featured),
    category_id: text(row.category_id) || category.id,
    category,
    original_price: originalPrice,
    originalPrice,
    is_new: isNew,
    isNew,
    restocks: row.restocks !== false,
    otherOptions: otherOptions(row.product_options),
    attributes: attributeValues(row.attributes),
    rating: numeric(row.rating, null),
    review_count: numeric(row.review_count, 0),
    created_at: timestamp(row.created_at, now),
    updated_at: timestamp(row.updated_at, now),
    version: numeric(row.version, 0),
    tenant_id: text(row.tenant_id),
  };
}
