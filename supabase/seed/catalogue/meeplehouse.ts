import type { GameEntry, Shelf } from './entries.ts';
import { party, quick, twoPlayers } from './meeplehouse/light.ts';
import { strategy } from './meeplehouse/strategy.ts';
import { cooperative, family } from './meeplehouse/together.ts';

/** The shelf of games, by what kind of evening it is. */
export const meeplehouseShelves: readonly Shelf<GameEntry>[] = [
  strategy,
  cooperative,
  family,
  party,
  quick,
  twoPlayers,
];
