import { type Measure, type SizeRow, sizeChartOf } from './size-charts.ts';
import { type GarmentType, garmentTypeOf } from './types.ts';

/** A body measurement in centimeters: around the chest or waist, or across the shoulders. */
export type BodyMeasure = 'chest' | 'waist' | 'shoulder';

/** Preferred fit. */
export type Fit = 'close' | 'regular' | 'loose';

export interface Advice {
  size: string;
  /** The next size up, if the measurement is close to it. */
  nextSizeUp: string | null;
  /** Set if even the smallest or largest size does not fit. */
  outOfRange: 'smallest' | 'largest' | null;
  /** Difference between garment and body, in centimeters: around it, or across the shoulders. */
  room: number;
}

/** Plausible range of each measurement, in centimeters; anything else is likely a typing error. */
export const bodyRange: Readonly<Record<BodyMeasure, readonly [least: number, most: number]>> = {
  chest: [60, 170],
  waist: [50, 160],
  shoulder: [28, 65],
};

/** Column of the size chart for a body measurement, and its multiplier: charts measure garments laid flat. */
const columns: Readonly<Record<BodyMeasure, readonly [Measure, number]>> = {
  chest: ['width', 2],
  waist: ['waist', 2],
  shoulder: ['shoulder', 1],
};

/** Ease of each type in centimeters; eight for the others. */
const room: Readonly<Partial<Record<GarmentType, number>>> = {
  'Slim-Fit T-shirt': 2,
  'Polo Shirt': 6,
  'Oversized T-shirt': 16,
  'Boxy T-shirt': 18,
  Hoodie: 14,
  Sweatshirt: 14,
  Jeans: 2,
  Chinos: 2,
  'Cargo Pants': 2,
  'Sweet Pants': 0,
  'Track Pants': 0,
  Shorts: 0,
};
const shoulderRoom = 1;
const easeOf: Readonly<Record<Fit, number>> = { close: -4, regular: 0, loose: 6 };
/** Distance to the next size at which both are recommended, in centimeters. */
const border = 1;

/** Returns the body measurement that decides the size of a garment type. */
export function measureFor(garment: string): BodyMeasure {
  const { measures } = sizeChartOf(garment);
  if (measures.includes('waist')) return 'waist';
  return measures.includes('width') ? 'chest' : 'shoulder';
}

/**
 * Recommends the smallest size whose garment is as wide as the body plus the type's ease, else the largest.
 * @param offered Sizes to choose from; the whole chart if it contains none of them.
 * @returns null unless the measurement is a positive number
 */
export function adviseSize(
  garment: string,
  centimetres: number,
  fit: Fit,
  offered: readonly string[] = [],
): Advice | null {
  if (!(centimetres > 0 && centimetres < Number.POSITIVE_INFINITY)) return null;
  const measure = measureFor(garment);
  const chart = sizeChartOf(garment).rows;
  const available = chart.filter(({ size }) => offered.includes(size));
  const rows = available.length > 0 ? available : chart;
  const [column, times] = columns[measure];
  const girth = ({ centimetres: lengths }: SizeRow) => (lengths[column] ?? 0) * times;
  const ideal = measure === 'shoulder' ? shoulderRoom : (room[garmentTypeOf(garment)] ?? 8);
  const ease = measure === 'shoulder' ? easeOf[fit] / 4 : easeOf[fit];
  const target = centimetres + ideal + ease;
  const index = rows.findIndex((row) => girth(row) >= target);
  const row = index < 0 ? rows.at(-1) : rows[index];
  if (!row) return null;
  const slack = girth(row) - target;
  // A size below the smallest would be one step of the chart smaller.
  const step = rows[1] ? girth(rows[1]) - girth(row) : Number.POSITIVE_INFINITY;
  return {
    size: row.size,
    nextSizeUp: index >= 0 && slack < border ? (rows[index + 1]?.size ?? null) : null,
    outOfRange: index < 0 ? 'largest' : index === 0 && slack > step ? 'smallest' : null,
    room: Math.round((girth(row) - centimetres) * 10) / 10,
  };
}
