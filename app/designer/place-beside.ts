import { type Design, type DesignElement, LIMITS, printAreaOf } from './design.ts';
import { scaled } from './design-edits.ts';
import { type Box, boxOf, fitInside, type MeasureIn } from './geometry.ts';

/** Distance between two elements, in centimetres. */
const gap = 0.5;

/** The free parts of an area below, above, right and left of a box. */
function roomsBeside({ x, y, width, height }: Box, area: { width: number; height: number }): Box[] {
  const [right, bottom] = [area.width / 2, area.height / 2];
  const between = (left: number, top: number, until: { x: number; y: number }): Box => ({
    x: (left + until.x) / 2,
    y: (top + until.y) / 2,
    width: until.x - left,
    height: until.y - top,
  });
  return [
    between(-right, y + height / 2 + gap, { x: right, y: bottom }),
    between(-right, -bottom, { x: right, y: y - height / 2 - gap }),
    between(x + width / 2 + gap, -bottom, { x: right, y: bottom }),
    between(-right, -bottom, { x: x - width / 2 - gap, y: bottom }),
  ].filter((room) => room.width > 0 && room.height > 0);
}

/** The element in a room, as near to a point as it can be, at its own size or the largest that fits. */
function placeIn<Element extends DesignElement>(
  element: Element,
  room: Box,
  near: { x: number; y: number },
  measureIn: MeasureIn,
): { placed: Element; factor: number } {
  const relative = { ...element, x: near.x - room.x, y: near.y - room.y };
  const { x, y, factor } = fitInside(relative, room, measureIn);
  const size = factor < 1 ? scaled(element, Math.floor(factor * 100) / 100) : {};
  return { placed: { ...element, ...size, x: room.x + x, y: room.y + y }, factor };
}

/** Whether an element has a size that can be printed. */
const printable = (element: DesignElement): boolean =>
  element.kind === 'text'
    ? element.size >= LIMITS.textSize[0]
    : Math.min(element.width, element.height) >= LIMITS.imageSize[0];

/**
 * Places a new element in the print area: in the middle of an empty side, else beside the element that was added last,
 * smaller where the room beside it is small. Where no room is large enough it lies over the last one, a little aside.
 */
export function placeBeside<Element extends DesignElement>(
  design: Design,
  element: Element,
  measureIn: MeasureIn,
): Element {
  const area = { x: 0, y: 0, ...printAreaOf(design.garment, element.side) };
  const last = design.elements.findLast(({ side }) => side === element.side);
  if (!last) return placeIn(element, area, area, measureIn).placed;
  const places = roomsBeside(boxOf(last, measureIn), area)
    .map((room) => placeIn(element, room, last, measureIn))
    .filter(({ placed }) => printable(placed));
  const largest = Math.max(...places.map(({ factor }) => factor));
  const best = places.find(({ factor }) => factor === largest);
  return (best ?? placeIn(element, area, { x: last.x + 1, y: last.y + 1 }, measureIn)).placed;
}
