import type { Brand } from './brand.ts';
import { casecraft } from './casecraft.ts';
import { duoworks } from './duoworks.ts';
import { inkthread } from './inkthread.ts';
import { meeplehouse } from './meeplehouse.ts';
import { northblock } from './northblock.ts';

/**
 * All brands of this installation, in their order (docs/product.md, Stores); the first is the default for unknown
 * hosts.
 */
export const brands: readonly [Brand, ...Brand[]] = [inkthread, meeplehouse, casecraft, northblock, duoworks];

/** The brand with this id, case-insensitively; undefined when there is none. */
export function brandById(id: string | null | undefined): Brand | undefined {
  const lowerCaseId = id?.toLowerCase();
  return brands.find((brand) => brand.id === lowerCaseId);
}

/** The brand of a store, for loaders; components use `useBrand`. */
export function storeBrand({ tenantId }: { tenantId: string }): Brand {
  return brandById(tenantId) ?? brands[0];
}
