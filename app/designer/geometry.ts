import type { DesignElement, ImageElement, TextElement } from './design.ts';
import { layoutText, type Measure } from './text-layout.ts';

/** A rectangle by its middle; centimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width of a text in a face, in em. */
export type MeasureIn = (font: string) => Measure;

/** The size of an element before it is turned, in centimetres. */
export function sizeOf(element: DesignElement, measureIn: MeasureIn): { width: number; height: number } {
  if (element.kind === 'image') return { width: element.width, height: element.height };
  const { width, height } = layoutText(element, measureIn(element.font));
  return { width: width * element.size, height: height * element.size };
}

/** The upright box around an element as it lies. */
export function boxOf(element: DesignElement, measureIn: MeasureIn): Box {
  const { width, height } = sizeOf(element, measureIn);
  const turn = (element.rotation * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  return {
    x: element.x,
    y: element.y,
    width: width * cos + height * sin,
    height: width * sin + height * cos,
  };
}

const SLACK = 0.05;

/** Whether a box reaches beyond an area around the same middle. */
export function leavesArea(box: Box, area: { width: number; height: number }): boolean {
  return (
    Math.abs(box.x) + box.width / 2 > area.width / 2 + SLACK ||
    Math.abs(box.y) + box.height / 2 > area.height / 2 + SLACK
  );
}

/** The largest letter size with which a text lies within an area where it is; 0 where its middle lies outside. */
function largestSize(
  text: TextElement,
  area: { width: number; height: number },
  measureIn: MeasureIn,
): number {
  const one = boxOf({ ...text, size: 1 }, measureIn);
  const across = (area.width - 2 * Math.abs(text.x)) / one.width;
  const down = (area.height - 2 * Math.abs(text.y)) / one.height;
  return Math.max(0, Math.floor(Math.min(across, down) * 100) / 100);
}

/**
 * The letter size of a text after its words or face changed: smaller where it would leave the area, and up to `usual`
 * again where it was the area that kept it small. A text whose middle lies outside keeps its size.
 */
export function fittingSize(
  before: TextElement,
  after: TextElement,
  area: { width: number; height: number },
  measureIn: MeasureIn,
  usual: number,
): number {
  const room = largestSize(after, area, measureIn);
  if (room === 0) return after.size;
  const filled = before.size >= largestSize(before, area, measureIn) - 0.02;
  return Math.min(filled ? Math.max(after.size, usual) : after.size, room);
}

/** Where an element lies and how much smaller it is once it lies within an area. */
export function broughtInside(
  element: DesignElement,
  area: { width: number; height: number },
  measureIn: MeasureIn,
): { x: number; y: number; factor: number } {
  const box = boxOf(element, measureIn);
  const factor = Math.min(1, area.width / box.width, area.height / box.height);
  const inside = (middle: number, extent: number, whole: number) => {
    const reach = Math.max(0, (whole - extent * factor) / 2);
    return Math.min(reach, Math.max(-reach, middle));
  };
  return {
    x: inside(box.x, box.width, area.width),
    y: inside(box.y, box.height, area.height),
    factor,
  };
}

/** Below this many pixels to the inch a printed picture looks soft. */
export const LEAST_DPI = 150;

/** Pixels to the inch that a picture is printed with. */
export function dpiOf({ pixelWidth, pixelHeight, width, height }: ImageElement): number {
  return Math.min(pixelWidth / (width / 2.54), pixelHeight / (height / 2.54));
}

/** A line that something snapped to, in centimetres from the print area's middle. */
export type Guide = { readonly axis: 'x' | 'y'; readonly at: number };

/**
 * Pulls a moving box to the middle and edges of the area and of other boxes when it is closer than `reach`, in each
 * direction to what is closest. Returns where its middle lands and the lines to show.
 */
export function snapped(
  box: Box,
  area: { width: number; height: number },
  others: readonly Box[],
  reach: number,
): { x: number; y: number; guides: Guide[] } {
  const targets = [{ x: 0, y: 0, ...area }, ...others];
  const guides: Guide[] = [];
  const pull = (axis: 'x' | 'y'): number => {
    const extent = axis === 'x' ? 'width' : 'height';
    let best = { shift: reach, at: 0, found: false };
    for (const target of targets) {
      for (const line of [-0.5, 0, 0.5].map((part) => target[axis] + part * target[extent])) {
        for (const own of [-0.5, 0, 0.5].map((part) => box[axis] + part * box[extent])) {
          if (Math.abs(line - own) < Math.abs(best.shift))
            best = { shift: line - own, at: line, found: true };
        }
      }
    }
    if (!best.found) return box[axis];
    guides.push({ axis, at: best.at });
    return box[axis] + best.shift;
  };
  return { x: pull('x'), y: pull('y'), guides };
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** The middle of a box that was moved to an edge or the middle of the area. */
export function aligned(
  box: Box,
  area: { width: number; height: number },
  to: Alignment,
): { x: number; y: number } {
  const across = (area.width - box.width) / 2;
  const down = (area.height - box.height) / 2;
  const moves = {
    left: { x: -across },
    center: { x: 0 },
    right: { x: across },
    top: { y: -down },
    middle: { y: 0 },
    bottom: { y: down },
  };
  return { x: box.x, y: box.y, ...moves[to] };
}
