import { type Measure, type SizeRow, sizeChartOf } from './size-charts.ts';
import { type GarmentType, garmentTypeOf } from './types.ts';

/** What somebody measures on themselves, in centimetres: around the chest or waist, and across the shoulders. */
export type BodyMeasure = 'chest' | 'waist' | 'shoulder';

/** How somebody likes a garment to sit. */
export type Fit = 'close' | 'regular' | 'loose';

export interface Advice {
  size: string;
  /** The next size up, where somebody stands close to the border between both. */
  orLarger: string | null;
  /** Said where even the smallest or the largest size is not right. */
  outside: 'smallest' | 'largest' | null;
  /** Room between the body and the garment, in centimetres: around it, or across the shoulders. */
  room: number;
}

/** Least and most that a body measures, in centimetres; anything else is a slip of the keys. */
export const bodyRange: Readonly<Record<BodyMeasure, readonly [least: number, most: number]>> = {
  chest: [60, 170],
  waist: [50, 160],
  shoulder: [28, 65],
};

/** Which column answers for a body measure, and how often it goes around: charts measure garments laid flat. */
const columns: Readonly<Record<BodyMeasure, readonly [Measure, number]>> = {
  chest: ['width', 2],
  waist: ['waist', 2],
  shoulder: ['shoulder', 1],
};

/** Centimetres of room that each type is cut to have when it sits as it should; others have eight. */
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
/** So close to the next size that both are worth trying. */
const border = 1;

/** What somebody has to measure to be told their size of a garment type. */
export function askedMeasure(garment: string): BodyMeasure {
  const { measures } = sizeChartOf(garment);
  if (measures.includes('waist')) return 'waist';
  return measures.includes('width') ? 'chest' : 'shoulder';
}

/**
 * The size that fits a body: the smallest whose garment is as wide as the body and the room its type is cut with.
 * @param offered The sizes to choose among; all of the chart's where none of them is in the chart.
 * @returns null for a figure that no body has.
 */
export function adviseSize(
  garment: string,
  centimetres: number,
  fit: Fit,
  offered: readonly string[] = [],
): Advice | null {
  const asked = askedMeasure(garment);
  const [least, most] = bodyRange[asked];
  if (!(centimetres >= least && centimetres <= most)) return null;
  const chart = sizeChartOf(garment).rows;
  const known = chart.filter(({ size }) => offered.includes(size));
  const rows = known.length > 0 ? known : chart;
  const [column, times] = columns[asked];
  const girth = ({ centimetres: figures }: SizeRow) => (figures[column] ?? 0) * times;
  const ideal = asked === 'shoulder' ? shoulderRoom : (room[garmentTypeOf(garment)] ?? 8);
  const ease = asked === 'shoulder' ? easeOf[fit] / 4 : easeOf[fit];
  const wanted = centimetres + ideal + ease;
  const at = rows.findIndex((row) => girth(row) >= wanted);
  const row = at < 0 ? rows.at(-1) : rows[at];
  if (!row) return null;
  const spare = girth(row) - wanted;
  // Below the smallest size there would be another one, a step of the chart away.
  const step = rows[1] ? girth(rows[1]) - girth(row) : Number.POSITIVE_INFINITY;
  return {
    size: row.size,
    orLarger: at >= 0 && spare < border ? (rows[at + 1]?.size ?? null) : null,
    outside: at < 0 ? 'largest' : at === 0 && spare > step ? 'smallest' : null,
    room: Math.round((girth(row) - centimetres) * 10) / 10,
  };
}
