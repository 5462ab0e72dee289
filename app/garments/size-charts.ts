import { type GarmentType, garmentTypeOf } from './types.ts';

/** Measures in centimeters (docs/product.md, Printing). */
export type Measure = 'waist' | 'length' | 'width' | 'sleeve' | 'shoulder' | 'sleeve_length';

export interface SizeRow {
  readonly size: string;
  readonly centimetres: Readonly<Partial<Record<Measure, number>>>;
}

/** A size chart: its columns in order, and a row per size from small to large. */
interface SizeChart {
  readonly measures: readonly Measure[];
  readonly rows: readonly SizeRow[];
}

type Range = readonly [smallest: number, largest: number];

/** Interpolates rows evenly from the first size to the last, rounded to half a centimeter. */
function chart(sizes: readonly string[], ranges: Readonly<Partial<Record<Measure, Range>>>): SizeChart {
  const entries = Object.entries(ranges) as [Measure, Range][];
  const rows = sizes.map((size, i) => {
    const share = sizes.length > 1 ? i / (sizes.length - 1) : 0;
    const figures = entries.map(([measure, [low, high]]) => [
      measure,
      Math.round((low + (high - low) * share) * 2) / 2,
    ]);
    return { size, centimetres: Object.fromEntries(figures) as SizeRow['centimetres'] };
  });
  return { measures: entries.map(([measure]) => measure), rows };
}

const M_TO_XXL = ['M', 'L', 'XL', 'XXL'];
const XS_TO_XXL = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
const WAISTS = ['30', '32', '34', '36', '38'];

const OTHER = chart(XS_TO_XXL, { shoulder: [42, 52], length: [66, 76], sleeve_length: [58, 64] });
const FLEECE: Readonly<Partial<Record<Measure, Range>>> = {
  sleeve: [44, 44],
  length: [68, 77],
  width: [56, 65],
};

const CHARTS: Readonly<Record<GarmentType, SizeChart>> = {
  'Sweet Pants': chart(['L', 'XL', 'XXL'], { waist: [37, 43], length: [104, 108] }),
  Jeans: chart(WAISTS, { waist: [42, 50], length: [108, 114] }),
  'Regular T-shirt': chart(M_TO_XXL, { length: [70, 79], width: [52, 61] }),
  'Boxy T-shirt': chart(['L', 'XXL'], { length: [68, 72], width: [60, 66] }),
  'Oversized T-shirt': chart(M_TO_XXL, { length: [74, 83], width: [58, 67] }),
  'Slim-Fit T-shirt': chart(XS_TO_XXL, { length: [66, 76], width: [44, 54] }),
  'Polo Shirt': chart(XS_TO_XXL, { length: [67, 77], width: [48, 58] }),
  'Polo Baskota': chart(['M', 'L', 'XL', 'XXL', 'XXXL'], { length: [70, 80], width: [52, 64] }),
  Sweatshirt: chart(M_TO_XXL, FLEECE),
  Hoodie: chart(M_TO_XXL, FLEECE),
  Shorts: chart(['M', 'L', 'XL', 'XXL'], { waist: [36, 45], length: [48, 54] }),
  Jacket: OTHER,
  'Cargo Pants': chart(WAISTS, { waist: [42, 50], length: [104, 110] }),
  'Denim Jacket': OTHER,
  'Track Pants': chart(['M', 'L', 'XL', 'XXL'], { waist: [35, 44], length: [102, 108] }),
  Chinos: chart(WAISTS, { waist: [42, 50], length: [106, 112] }),
  Other: OTHER,
};

/**
 * Returns the size chart of a garment type in centimeters (docs/product.md, Printing). The values of jeans, hoodies and
 * sweatshirts and the sizes of every named type are promised there; values between are interpolated, and types without
 * a chart use one of a similar type. An unknown type has the hoodie's.
 */
export const sizeChartOf = (garment: string): SizeChart => CHARTS[garmentTypeOf(garment)];

/** Returns the sizes of a garment type, from small to large. */
export const sizesOf = (garment: string): readonly string[] =>
  sizeChartOf(garment).rows.map(({ size }) => size);
