import type { Motif } from '../ink.ts';
import { city } from './city.ts';
import { geometry } from './geometry.ts';
import { nature } from './nature.ts';
import { objects } from './objects.ts';

const MOTIFS = { ...nature, ...city, ...objects, ...geometry } satisfies Record<string, Motif>;

export type MotifName = keyof typeof MOTIFS;

export const MOTIF_NAMES = Object.keys(MOTIFS) as MotifName[];

export const motif = (name: MotifName): Motif => MOTIFS[name];
