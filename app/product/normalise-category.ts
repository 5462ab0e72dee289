import { addressList, fields, text, timestamp } from './legacy-values.ts';
import type { Category } from './product.ts';

/** The category of a product that has none (spec section 3). */
export const uncategorized = 'Uncategorized';

/**
 * A category from a row, from its name alone, or from nothing at all, which gives Uncategorized with empty id,
 * description and image (spec section 3). An image that came as a list gives its first entry.
 */
export function normaliseCategory(raw: unknown, now = new Date().toISOString()): Category {
  const row = fields(raw);
  const name = typeof raw === 'string' ? raw : text(row.name);
  return {
    id: text(row.id),
    name: name.trim() || uncategorized,
    description: text(row.description),
    image: addressList(row.image)[0] ?? '',
    created_at: timestamp(row.created_at, now),
    tenant_id: text(row.tenant_id),
  };
}
