import { z } from 'zod';
import { areaOnSheet, SIDES, type Side } from '#app/garments/print-areas.ts';
import { GARMENT_TYPES } from '#app/garments/types.ts';
import { PRINT_FONT_IDS, unprintableLetters } from './print-fonts.ts';

/** Limits of a design; the database enforces the same ones (`private.is_design`). */
export const LIMITS = {
  elements: 40,
  letters: 120,
  lines: 6,
  /** Centimeters. */
  textSize: [0.5, 25],
  imageSize: [1, 70],
  /** Centimeters from the center of the print area. */
  distance: 60,
  imagePixels: 12_000,
} as const;

const id = z.string().regex(/^[\w-]{1,40}$/);
const color = z.string().regex(/^#[0-9a-f]{6}$/);
const centimetres = ([least, most]: readonly [number, number]) => z.number().min(least).max(most);
/** A text within a length, counted in characters as the database does. */
const characters = (least: number, most: number) =>
  z.string().refine((text) => {
    const { length } = Array.from(text);
    return length >= least && length <= most;
  });
const distance = z.number().min(-LIMITS.distance).max(LIMITS.distance);

/**
 * Position of an element's center, in centimeters from the center of the print area; rotation in degrees,
 * clockwise.
 */
const place = {
  id,
  side: z.enum(SIDES),
  x: distance,
  y: distance,
  rotation: z.number().min(-360).max(360),
};

const textElement = z.strictObject({
  kind: z.literal('text'),
  ...place,
  text: z
    .string()
    .max(LIMITS.letters)
    .refine((text) => text.trim() !== '' && unprintableLetters(text).length === 0)
    .refine((text) => text.split('\n').length <= LIMITS.lines),
  font: z.enum(PRINT_FONT_IDS),
  /** Font size in centimeters. */
  size: centimetres(LIMITS.textSize),
  color,
  align: z.enum(['start', 'center', 'end']),
  /** In em. */
  letterSpacing: z.number().min(-0.1).max(1),
  /** Degrees of the circle that the text follows; positive values rise in the middle. */
  arc: z.number().min(-180).max(180),
  /** Width in em. */
  outline: z.strictObject({ color, width: z.number().min(0.01).max(0.2) }).nullable(),
});

const imageElement = z.strictObject({
  kind: z.literal('image'),
  ...place,
  /** `local:{uuid}` while only in this browser, `designs:{tenant}/{user}/{file}` once uploaded. */
  source: z
    .string()
    .regex(/^(local:[0-9a-f-]{36}|designs:[a-z0-9-]{1,60}\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.(webp|png|jpg))$/),
  name: characters(0, 80),
  width: centimetres(LIMITS.imageSize),
  height: centimetres(LIMITS.imageSize),
  pixelWidth: z.number().int().min(1).max(LIMITS.imagePixels),
  pixelHeight: z.number().int().min(1).max(LIMITS.imagePixels),
});

/** A design document; elements are listed from bottom to top. */
export const designSchema = z.strictObject({
  version: z.literal(1),
  garment: z.enum(GARMENT_TYPES),
  /** Name of the fabric color. */
  color: characters(1, 60),
  elements: z
    .array(z.discriminatedUnion('kind', [textElement, imageElement]))
    .max(LIMITS.elements)
    .refine((elements) => new Set(elements.map((element) => element.id)).size === elements.length),
});

export type Design = z.infer<typeof designSchema>;
export type TextElement = z.infer<typeof textElement>;
export type ImageElement = z.infer<typeof imageElement>;
export type DesignElement = TextElement | ImageElement;

/** Parses a stored design; returns null for an invalid document or an unknown version. */
export function readDesign(stored: unknown): Design | null {
  const parsed = designSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/**
 * Parses a hex color of 3 or 6 digits, with or without `#`, into `#` and six lower-case digits; null when
 * invalid (docs/product.md, Printing).
 */
export function hexColor(input: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(input.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`;
}

/** Counts texts and images as the price rules do (docs/product.md, Printing). */
export function printedElements(design: Design): { garment: string; texts: number; images: number } {
  const texts = design.elements.filter(({ kind }) => kind === 'text').length;
  return { garment: design.garment, texts, images: design.elements.length - texts };
}

/** Returns the size of a side's print area in centimeters. */
export function printAreaOf(garment: string, side: Side): { width: number; height: number } {
  const { width, height, unitsPerCm } = areaOnSheet(garment, side);
  return { width: width / unitsPerCm, height: height / unitsPerCm };
}

/**
 * Returns where the print area's center lies on the drawing, in drawing units, and how many units a
 * centimeter has.
 */
export function sheetPlacement(garment: string, side: Side): { x: number; y: number; unit: number } {
  const { x, y, width, height, unitsPerCm } = areaOnSheet(garment, side);
  return { x: x + width / 2, y: y + height / 2, unit: unitsPerCm };
}
