import { casecraftShelves } from './casecraft.ts';
import { duoworksShelves } from './duoworks.ts';
import type { CaseEntry, GameEntry, GarmentEntry, Shelf } from './entries.ts';
import { inkthreadShelves } from './inkthread.ts';
import { meeplehouseShelves } from './meeplehouse.ts';
import { northblockShelves } from './northblock.ts';
import { casecraftWords } from './stores/casecraft.ts';
import { duoworksWords } from './stores/duoworks.ts';
import { inkthreadWords } from './stores/inkthread.ts';
import { meeplehouseWords } from './stores/meeplehouse.ts';
import { northblockWords } from './stores/northblock.ts';
import type { StoreWords } from './stores/store-words.ts';

/** One demo store: what it sells and everything else it says. */
export type DemoStore = { readonly words: StoreWords } & (
  | {
      readonly id: 'inkthread' | 'northblock' | 'duoworks';
      readonly kind: 'garments';
      readonly shelves: readonly Shelf<GarmentEntry>[];
    }
  | { readonly id: 'meeplehouse'; readonly kind: 'games'; readonly shelves: readonly Shelf<GameEntry>[] }
  | { readonly id: 'casecraft'; readonly kind: 'cases'; readonly shelves: readonly Shelf<CaseEntry>[] }
);

/** The five demo stores in the order of the brand list. */
export const demoStores: readonly DemoStore[] = [
  { id: 'inkthread', kind: 'garments', shelves: inkthreadShelves, words: inkthreadWords },
  { id: 'meeplehouse', kind: 'games', shelves: meeplehouseShelves, words: meeplehouseWords },
  { id: 'casecraft', kind: 'cases', shelves: casecraftShelves, words: casecraftWords },
  { id: 'northblock', kind: 'garments', shelves: northblockShelves, words: northblockWords },
  { id: 'duoworks', kind: 'garments', shelves: duoworksShelves, words: duoworksWords },
];
