import { slugOf } from '#app/i18n/page-slugs.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { addressList, fields, text, timestamp } from './parse-values.ts';
import type { Category } from './product.ts';

/** Category of products without one (docs/product.md, Products). */
const uncategorized = 'Uncategorized';

/**
 * Normalizes a category from a row, a name, or nothing, which gives Uncategorized with empty id, description and image
 * (docs/product.md, Products). Takes the first of several images. A × between two names stays on one line with the
 * second.
 */
export function normaliseCategory(raw: unknown, now = new Date().toISOString()): Category {
  const row: Record<string, unknown> = translatedRow(fields(raw));
  const name = typeof raw === 'string' ? raw : text(row.name);
  return {
    id: text(row.id),
    slug: slugOf(row),
    name: name.trim().replaceAll(' × ', ' ×\u00A0') || uncategorized,
    description: text(row.description),
    image: addressList(row.image)[0] ?? '',
    created_at: timestamp(row.created_at, now),
    tenant_id: text(row.tenant_id),
  };
}
