/** A product as it is remembered on this browser: enough to lead back, nothing that could be out of date. */
export interface RecentProduct {
  id: string;
  name: string;
  image: string;
}

/** Most products that are remembered. */
export const mostRecent = 12;

/** Where a tenant's recently viewed products lie in browser storage. */
export function recentKey(tenantId: string): string {
  return `souk-recent-${tenantId}`;
}

/** The remembered products, latest first; what cannot be read is left out. */
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

/** The list with a product at its head, once. */
export function withRecent(list: readonly RecentProduct[], product: RecentProduct): RecentProduct[] {
  return [product, ...list.filter(({ id }) => id !== product.id)].slice(0, mostRecent);
}
