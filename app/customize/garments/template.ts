/** One piece of cloth; pieces are painted in order. `depth` darkens what lies inside or behind, 0..1. */
export interface Piece {
  readonly d: string;
  readonly depth?: number;
}

/** One soft stroke or patch of shading. Lights and darks are black and white, so they suit every colour. */
export interface Shade {
  readonly tone: 'dark' | 'light';
  readonly d: string;
  readonly opacity: number;
  /** How soft its edge is. */
  readonly blur: 'crisp' | 'fine' | 'mid' | 'soft';
  /** Painted as a line of this width instead of a filled shape. */
  readonly stroke?: number;
  readonly dash?: string;
}

/** A shading gradient over a rectangle of the sheet: stops are [offset 0..1, opacity]. */
export interface Sweep {
  readonly tone: 'dark' | 'light';
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly stops: readonly (readonly [offset: number, opacity: number])[];
  /** Where it is painted. */
  readonly d: string;
}

/** A part with its own paint: buttons, zips, labels, contrast stitching. */
export interface Trim {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: string;
  readonly opacity?: number;
}

/** A rectangle in template units. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One side of a garment, drawn on a 1000 × 1000 sheet. */
export interface Template {
  readonly pieces: readonly Piece[];
  readonly sweeps: readonly Sweep[];
  readonly shades: readonly Shade[];
  readonly trims: readonly Trim[];
  /** Template units in one centimetre of cloth. */
  readonly unitsPerCm: number;
  readonly printArea: Area;
}

export type Side = 'front' | 'back';

export const SHEET = 1000;
