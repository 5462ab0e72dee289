import { type Design, type DesignElement, LIMITS, printAreaOf } from './design.ts';
import { scaled } from './design-edits.ts';
import { type Box, boxOf, fitInside, type MeasureIn } from './geometry.ts';

/** Distance between two elements, in centimeters. */
const gap = 0.5;

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const edgesOf = ({ x, y, width, height }: Box): Edges => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

const boxWithin = ({ left, top, right, bottom }: Edges): Box => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
  width: right - left,
  height: bottom - top,
});

const overlap = (one: Box, other: Box, apart = 0): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 + apart &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2 + apart;

function contains(outer: Box, inner: Box): boolean {
  const [around, within] = [edgesOf(outer), edgesOf(inner)];
  return (
    around.left <= within.left &&
    around.top <= within.top &&
    around.right >= within.right &&
    around.bottom >= within.bottom
  );
}

/** The parts of a room below, above, right and left of a box. */
function roomsBeside(box: Box, room: Box): Box[] {
  const whole = edgesOf(room);
  const { left, top, right, bottom } = edgesOf(box);
  return [
    { ...whole, top: Math.max(whole.top, bottom + gap) },
    { ...whole, bottom: Math.min(whole.bottom, top - gap) },
    { ...whole, left: Math.max(whole.left, right + gap) },
    { ...whole, right: Math.min(whole.right, left - gap) },
  ]
    .map(boxWithin)
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** The largest rectangles of an area that keep their distance from all boxes; those beside the first box come first. */
function freeRooms(area: Box, boxes: readonly Box[]): Box[] {
  return boxes.reduce<Box[]>(
    (rooms, box) =>
      rooms
        .flatMap((room) => (overlap(room, box, gap) ? roomsBeside(box, room) : [room]))
        .filter(
          (room, at, all) =>
            !all.some(
              (other, place) =>
                place !== at && contains(other, room) && (place < at || !contains(room, other)),
            ),
        ),
    [area],
  );
}

/** Places an element in a room, as close to a point as possible, at its own size or the largest that fits. */
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

/** Whether an element is large enough to print. */
const printable = (element: DesignElement): boolean =>
  element.kind === 'text'
    ? element.size >= LIMITS.textSize[0]
    : Math.min(element.width, element.height) >= LIMITS.imageSize[0];

/**
 * Places a new element in the print area: in the middle of an empty side, else beside the last one without covering
 * any, smaller if the room is small. On a full side it may cover any but the last; if no room beside the last is large
 * enough, it covers that one too, slightly offset.
 */
export function placeBeside<Element extends DesignElement>(
  design: Design,
  element: Element,
  measureIn: MeasureIn,
): Element {
  const area = { x: 0, y: 0, ...printAreaOf(design.garment, element.side) };
  const [last, ...others] = design.elements.filter(({ side }) => side === element.side).toReversed();
  if (!last) return placeIn(element, area, area, measureIn).placed;
  const bestBeside = (elements: DesignElement[]): Element | undefined => {
    const places = freeRooms(
      area,
      elements.map((one) => boxOf(one, measureIn)),
    )
      .map((room) => placeIn(element, room, last, measureIn))
      .filter(({ placed }) => printable(placed));
    const largest = Math.max(...places.map(({ factor }) => factor));
    return places.find(({ factor }) => factor === largest)?.placed;
  };
  return (
    bestBeside([last, ...others]) ??
    bestBeside([last]) ??
    placeIn(element, area, { x: last.x + 1, y: last.y + 1 }, measureIn).placed
  );
}

/** Returns a changed element. If the change made it cover another one, moves it beside the last one. */
export function keepBeside<Element extends DesignElement>(
  design: Design,
  before: Element,
  after: Element,
  measureIn: MeasureIn,
): Element {
  const others = design.elements.filter(({ id, side }) => id !== after.id && side === after.side);
  const covers = (one: Element) =>
    others.some((other) => overlap(boxOf(one, measureIn), boxOf(other, measureIn)));
  if (!covers(after) || covers(before)) return after;
  return placeBeside({ ...design, elements: others }, after, measureIn);
}
