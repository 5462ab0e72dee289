import type { GarmentEntry, Shelf } from './entries.ts';
import { crews, hoodies } from './northblock/fleece.ts';
import { cargosAndDenim, jackets, trackAndShorts } from './northblock/outer-and-legs.ts';
import { heavyTees } from './northblock/tees.ts';

/** Drop 07 and what is left of drop 06. */
export const northblockShelves: readonly Shelf<GarmentEntry>[] = [
  heavyTees,
  hoodies,
  crews,
  jackets,
  cargosAndDenim,
  trackAndShorts,
];
