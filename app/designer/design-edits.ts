import type { Side } from '#app/garments/print-areas.ts';
import {
  type Design,
  type DesignElement,
  type ImageElement,
  LIMITS,
  printAreaOf,
  type TextElement,
} from './design.ts';
import { LEAST_DPI } from './geometry.ts';
import { ARABIC_FALLBACK, isArabic } from './print-fonts.ts';

type Changed = Partial<Omit<TextElement, 'kind' | 'id'>> & Partial<Omit<ImageElement, 'kind' | 'id'>>;

const clamp = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(most, Math.max(least, value));
const hundredths = (value: number) => Math.round(value * 100) / 100;
const within = (value: number) => hundredths(clamp(value, [-LIMITS.distance, LIMITS.distance]));

/** A blank design on a garment. */
export const blankDesign = (garment: Design['garment'], color: string): Design => ({
  version: 1,
  garment,
  color,
  elements: [],
});

/** Default letter size in centimeters, if the area has room for it. */
export const defaultSize = 6;

/** Returns a text in the middle of a side. */
export function newText(id: string, side: Side, text: string, color: string): TextElement {
  return {
    kind: 'text',
    id,
    side,
    x: 0,
    y: 0,
    rotation: 0,
    text,
    font: [...text].some(isArabic) ? ARABIC_FALLBACK : 'anton',
    size: defaultSize,
    color,
    align: 'center',
    letterSpacing: 0,
    arc: 0,
    outline: null,
  };
}

/**
 * Returns an image in the middle of a side, at three quarters of the largest size that fits the print area, or at the
 * largest size that its pixels print sharply.
 */
export function newImage(
  id: string,
  side: Side,
  garment: string,
  picture: Pick<ImageElement, 'source' | 'name' | 'pixelWidth' | 'pixelHeight'>,
): ImageElement {
  const area = printAreaOf(garment, side);
  const ratio = picture.pixelHeight / picture.pixelWidth;
  const sharp = (picture.pixelWidth / LEAST_DPI) * 2.54;
  const width = Math.max(
    LIMITS.imageSize[0],
    Math.min(area.width * 0.75, (area.height * 0.75) / ratio, sharp),
  );
  return { kind: 'image', id, side, x: 0, y: 0, rotation: 0, ...picture, ...imageSize(width, ratio) };
}

/** Returns width and height in the given ratio, clamped to the printable range. */
export function imageSize(width: number, ratio: number): { width: number; height: number } {
  const [least, most] = LIMITS.imageSize;
  const clamped = clamp(width, [Math.max(least, least / ratio), Math.min(most, most / ratio)]);
  return {
    width: hundredths(clamp(clamped, [least, most])),
    height: hundredths(clamp(clamped * ratio, [least, most])),
  };
}

/** Adds an element on top; returns the same design when it is full. */
export function withElement(design: Design, element: DesignElement): Design {
  if (design.elements.length >= LIMITS.elements) return design;
  return { ...design, elements: [...design.elements, element] };
}

/** Changes an element; numbers are clamped to the printable range. */
export function updateElement(design: Design, id: string, change: Changed): Design {
  return {
    ...design,
    elements: design.elements.map((one) => (one.id === id ? tidy({ ...one, ...change }) : one)),
  };
}

/** Returns an element's size multiplied by a factor. */
export const scaled = (element: DesignElement, factor: number) =>
  element.kind === 'text'
    ? { size: element.size * factor }
    : { width: element.width * factor, height: element.height * factor };

function tidy(element: DesignElement): DesignElement {
  const placed = {
    x: within(element.x),
    y: within(element.y),
    rotation: hundredths(((((element.rotation + 180) % 360) + 360) % 360) - 180),
  };
  if (element.kind === 'image') {
    const { width, height } = imageSize(element.width, element.pixelHeight / element.pixelWidth);
    return { ...element, ...placed, width, height };
  }
  return {
    ...element,
    ...placed,
    size: hundredths(clamp(element.size, LIMITS.textSize)),
    letterSpacing: hundredths(clamp(element.letterSpacing, [-0.1, 1])),
    arc: Math.round(clamp(element.arc, [-180, 180])),
  };
}

export const without = (design: Design, id: string): Design => ({
  ...design,
  elements: design.elements.filter((element) => element.id !== id),
});

/** Adds a copy of an element on top, slightly offset. */
export function withCopy(design: Design, id: string, copyId: string): Design {
  const original = design.elements.find((element) => element.id === id);
  if (!original) return design;
  return withElement(design, {
    ...original,
    id: copyId,
    x: within(original.x + 1),
    y: within(original.y + 1),
  });
}

/** Moves an element one layer up (1) or down (-1) within its side. */
export function moveLayer(design: Design, id: string, by: 1 | -1): Design {
  const from = design.elements.findIndex((element) => element.id === id);
  const element = design.elements[from];
  if (!element) return design;
  const others = design.elements
    .map((other, at) => ({ other, at }))
    .filter(({ other }) => other.side === element.side);
  const rank = others.findIndex(({ at }) => at === from);
  const neighbour = others[rank + by];
  if (!neighbour) return design;
  return {
    ...design,
    elements: design.elements.map((other, at) =>
      at === from ? neighbour.other : at === neighbour.at ? element : other,
    ),
  };
}
