import { type GarmentType, garmentTypeOf } from './types.ts';

export const SIDES = ['front', 'back'] as const;
export type Side = (typeof SIDES)[number];

/** Width and height of a garment's drawing, in SVG units. */
export const SHEET = 1000;

/** The print area of a side, in units of its drawing, and the units per centimeter. */
export interface PrintArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly unitsPerCm: number;
}

/** Same as `#print-area` in the drawings. Print files and prices use it without loading them. */
const AREAS: Readonly<Record<GarmentType, Readonly<Record<Side, PrintArea>>>> = {
  'Sweet Pants': {
    front: { x: 556, y: 392, width: 98, height: 147, unitsPerCm: 8.2 },
    back: { x: 556, y: 392, width: 98, height: 147, unitsPerCm: 8.2 },
  },
  Jeans: {
    front: { x: 556, y: 380, width: 96, height: 144, unitsPerCm: 8 },
    back: { x: 562, y: 420, width: 96, height: 144, unitsPerCm: 8 },
  },
  'Regular T-shirt': {
    front: { x: 345.63, y: 247.75, width: 308.75, height: 399, unitsPerCm: 9.5 },
    back: { x: 345.63, y: 194.75, width: 308.75, height: 399, unitsPerCm: 9.5 },
  },
  'Boxy T-shirt': {
    front: { x: 334.56, y: 261.3, width: 330.88, height: 394.8, unitsPerCm: 9.4 },
    back: { x: 334.56, y: 212.3, width: 330.88, height: 394.8, unitsPerCm: 9.4 },
  },
  'Oversized T-shirt': {
    front: { x: 329.8, y: 230.4, width: 340.4, height: 386.4, unitsPerCm: 9.2 },
    back: { x: 329.8, y: 183.4, width: 340.4, height: 386.4, unitsPerCm: 9.2 },
  },
  'Slim-Fit T-shirt': {
    front: { x: 355.47, y: 246.65, width: 289.06, height: 407.4, unitsPerCm: 9.7 },
    back: { x: 355.47, y: 193.65, width: 289.06, height: 407.4, unitsPerCm: 9.7 },
  },
  'Polo Shirt': {
    front: { x: 548, y: 262, width: 95, height: 95, unitsPerCm: 9.5 },
    back: { x: 348, y: 224, width: 304, height: 399, unitsPerCm: 9.5 },
  },
  'Polo Baskota': {
    front: { x: 548, y: 262, width: 95, height: 95, unitsPerCm: 9.5 },
    back: { x: 348, y: 224, width: 304, height: 399, unitsPerCm: 9.5 },
  },
  Sweatshirt: {
    front: { x: 340, y: 303, width: 320, height: 376, unitsPerCm: 9.4 },
    back: { x: 340, y: 234, width: 320, height: 376, unitsPerCm: 9.4 },
  },
  Hoodie: {
    front: { x: 350, y: 386, width: 300, height: 244, unitsPerCm: 9.4 },
    back: { x: 340, y: 344, width: 320, height: 400, unitsPerCm: 9.4 },
  },
  Shorts: {
    front: { x: 600, y: 560, width: 132, height: 165, unitsPerCm: 11 },
    back: { x: 600, y: 560, width: 132, height: 165, unitsPerCm: 11 },
  },
  Jacket: {
    front: { x: 560, y: 330, width: 104, height: 104, unitsPerCm: 9.4 },
    back: { x: 340, y: 240, width: 320, height: 400, unitsPerCm: 9.4 },
  },
  'Cargo Pants': {
    front: { x: 524, y: 372, width: 80, height: 120, unitsPerCm: 8 },
    back: { x: 562, y: 420, width: 96, height: 144, unitsPerCm: 8 },
  },
  'Denim Jacket': {
    front: { x: 566, y: 236, width: 80, height: 70, unitsPerCm: 10 },
    back: { x: 350, y: 336, width: 300, height: 380, unitsPerCm: 10 },
  },
  'Track Pants': {
    front: { x: 556, y: 392, width: 98, height: 147, unitsPerCm: 8.2 },
    back: { x: 556, y: 392, width: 98, height: 147, unitsPerCm: 8.2 },
  },
  Chinos: {
    front: { x: 556, y: 380, width: 96, height: 144, unitsPerCm: 8 },
    back: { x: 562, y: 420, width: 96, height: 144, unitsPerCm: 8 },
  },
  Other: {
    front: { x: 350, y: 256, width: 300, height: 395, unitsPerCm: 9.4 },
    back: { x: 350, y: 206, width: 300, height: 395, unitsPerCm: 9.4 },
  },
};

/** Returns a side's print area on its drawing; an unknown type has the hoodie's (docs/product.md, Printing). */
export const areaOnSheet = (garment: string, side: Side): PrintArea => AREAS[garmentTypeOf(garment)][side];
