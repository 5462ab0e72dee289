/** A viewed product as stored in the browser: only fields that do not go stale. */
export interface RecentProduct {
  id: string;
  name: string;
  image: string;
}

/** Maximum number of stored products. */
export const mostRecent = 12;

/** Storage key of a tenant's recently viewed products. */
export function recentKey(tenantId: string): string {
  return `souk-recent-${tenantId}`;
}

/** Parses the stored products, latest first; invalid entries are dropped. */
export function readRecent(stored: string | null): RecentProduct[] {
  if (!stored) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter(isRecent).slice(0, mostRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(entry: unknown): entry is RecentProduct {
  if (typeof entry !== 'object' || entry === null) return false;
  const { id, name, image }: Partial<Record<keyof RecentProduct, unknown>> = entry;
  return typeof id === 'string' && id !== '' && typeof name === 'string' && typeof image === 'string';
}

/** The list with a product moved or added to its head. */
export function withRecent(list: readonly RecentProduct[], product: RecentProduct): RecentProduct[] {
  return [product, ...list.filter(({ id }) => id !== product.id)].slice(0, mostRecent);
}
