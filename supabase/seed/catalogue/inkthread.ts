import type { GarmentEntry, Shelf } from './entries.ts';
import { hoodies, polos, sweatshirts } from './inkthread/fleece.ts';
import { looseFits } from './inkthread/loose-fits.ts';
import { jackets, shorts, trousers } from './inkthread/outer-and-legs.ts';
import { tShirts } from './inkthread/t-shirts.ts';

/** Everything on the racks of the print shop. */
export const inkthreadShelves: readonly Shelf<GarmentEntry>[] = [
  tShirts,
  looseFits,
  hoodies,
  sweatshirts,
  polos,
  jackets,
  trousers,
  shorts,
];
