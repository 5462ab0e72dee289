import { leatherAndWood, magnetic, printed } from './casecraft/crafted.ts';
import { clear, rugged, slim } from './casecraft/plain.ts';
import type { CaseEntry, Shelf } from './entries.ts';

/** Current models, by construction. */
export const casecraftShelves: readonly Shelf<CaseEntry>[] = [
  clear,
  slim,
  rugged,
  magnetic,
  leatherAndWood,
  printed,
];
