import type { Brand } from '#app/brands/brand.ts';
import { brandById, brands } from '#app/brands/brands.ts';
import type { Storefront } from '#app/lib/context.ts';

/** The brand of a store, for loaders; components use `useBrand`. */
export function storeBrand({ tenantId }: Storefront): Brand {
  return brandById(tenantId) ?? brands[0];
}
