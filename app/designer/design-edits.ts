import type { Side } from '#app/garments/print-areas.ts';
import {
  type Design,
  type DesignElement,
  type ImageElement,
  LIMITS,
  printAreaOf,
  type TextElement,
} from './design.ts';

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

/** Letter size that a text has where there is room for it, in centimetres. */
export const usualSize = 6;

/** A text in the middle of a side, ready to be changed. */
export function newText(id: string, side: Side, text: string, color: string): TextElement {
  return {
    kind: 'text',
    id,
    side,
    x: 0,
    y: 0,
    rotation: 0,
    text,
    font: 'anton',
    size: usualSize,
    color,
    align: 'center',
    letterSpacing: 0,
    arc: 0,
    outline: null,
  };
}

/** An image in the middle of a side, as large as three quarters of the print area allow. */
export function newImage(
  id: string,
  side: Side,
  garment: string,
  picture: Pick<ImageElement, 'source' | 'name' | 'pixelWidth' | 'pixelHeight'>,
): ImageElement {
  const area = printAreaOf(garment, side);
  const ratio = picture.pixelHeight / picture.pixelWidth;
  const width = Math.max(LIMITS.imageSize[0], Math.min(area.width * 0.75, (area.height * 0.75) / ratio));
  return { kind: 'image', id, side, x: 0, y: 0, rotation: 0, ...picture, ...imageSize(width, ratio) };
}

/** Width and height in a ratio, both within what can be printed. */
export function imageSize(width: number, ratio: number): { width: number; height: number } {
  const [least, most] = LIMITS.imageSize;
  const fitting = clamp(width, [Math.max(least, least / ratio), Math.min(most, most / ratio)]);
  return {
    width: hundredths(clamp(fitting, [least, most])),
    height: hundredths(clamp(fitting * ratio, [least, most])),
  };
}

/** The design with one element more on top; the same design when there is no room for it. */
export function withElement(design: Design, element: DesignElement): Design {
  if (design.elements.length >= LIMITS.elements) return design;
  return { ...design, elements: [...design.elements, element] };
}

/** The design with an element changed; numbers are kept within what can be printed. */
export function changed(design: Design, id: string, change: Changed): Design {
  return {
    ...design,
    elements: design.elements.map((one) => (one.id === id ? tidy({ ...one, ...change }) : one)),
  };
}

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

/** The design with a copy of an element a little to the side, above everything. */
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

/** The design with an element one layer up (1) or down (-1) among those of its side. */
export function restacked(design: Design, id: string, by: 1 | -1): Design {
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
