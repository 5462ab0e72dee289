import type { Brand } from './brand.ts';
import { casecraft } from './casecraft.ts';
import { duoworks } from './duoworks.ts';
import { inkthread } from './inkthread.ts';
import { meeplehouse } from './meeplehouse.ts';
import { northblock } from './northblock.ts';

/** Every store of this installation, in the spec's order; the first is what an unknown host gets. */
export const brands: readonly [Brand, ...Brand[]] = [inkthread, meeplehouse, casecraft, northblock, duoworks];

/** The brand with this id, in any letter case, or undefined. */
export function brandById(id: string | null | undefined): Brand | undefined {
  const wanted = id?.toLowerCase();
  return brands.find((brand) => brand.id === wanted);
}
