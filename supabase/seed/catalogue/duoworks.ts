import { kilnNine, lighthousePress, siwaLooms } from './duoworks/ceramics-letters-looms.ts';
import { nightBus, studioLemon, workshop44 } from './duoworks/gardens-nights-rooms.ts';
import type { GarmentEntry, Shelf } from './entries.ts';

/** The collections in print; each is named after the two who made it. */
export const duoworksShelves: readonly Shelf<GarmentEntry>[] = [
  kilnNine,
  lighthousePress,
  siwaLooms,
  studioLemon,
  nightBus,
  workshop44,
];
