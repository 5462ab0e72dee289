/** How the places of a tenant's carts in browser storage begin. */
const prefix = 'souk-cart-';

/** Where a cart lies in browser storage: one for each tenant and person, or the tenant's guest (spec section 4). */
export function cartKey(tenantId: string, userId: string | null): string {
  return `${prefix}${tenantId}-${userId ?? 'guest'}`;
}

/** Whether a place in browser storage is that of a cart of a tenant, whoever's it is. */
export function isCartKey(tenantId: string, key: string): boolean {
  return key.startsWith(`${prefix}${tenantId}-`);
}
