import type { Brand } from './brand.ts';
import { casecraft } from './casecraft.ts';
import { duoworks } from './duoworks.ts';
import { inkthread } from './inkthread.ts';
import { meeplehouse } from './meeplehouse.ts';
import { northblock } from './northblock.ts';

/**
 * The brands of a new installation's stores, in their order (docs/product.md, Stores). They fill the stores' rows; from then on the
 * rows count.
 */
export const presets: readonly [Brand, ...Brand[]] = [
  inkthread,
  meeplehouse,
  casecraft,
  northblock,
  duoworks,
];
