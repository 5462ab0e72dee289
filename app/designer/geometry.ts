import type { DesignElement, ImageElement, TextElement } from './design.ts';
import { layoutText, type MeasureText } from './text-layout.ts';

/** A rectangle by its center, in centimeters. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Measures text in a font, in em. */
export type MeasureIn = (font: string) => MeasureText;

/** Returns the size of an element before rotation, in centimeters. */
export function sizeOf(element: DesignElement, measureIn: MeasureIn): { width: number; height: number } {
  if (element.kind === 'image') return { width: element.width, height: element.height };
  const { width, height } = layoutText(element, measureIn(element.font));
  return { width: width * element.size, height: height * element.size };
}

/** Returns the axis-aligned bounding box of a rotated element. */
export function boxOf(element: DesignElement, measureIn: MeasureIn): Box {
  const { width, height } = sizeOf(element, measureIn);
  const angle = (element.rotation * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  return {
    x: element.x,
    y: element.y,
    width: width * cos + height * sin,
    height: width * sin + height * cos,
  };
}

const SLACK = 0.05;

/** Returns whether a box extends beyond an area with the same center. */
export function exceedsArea(box: Box, area: { width: number; height: number }): boolean {
  return (
    Math.abs(box.x) + box.width / 2 > area.width / 2 + SLACK ||
    Math.abs(box.y) + box.height / 2 > area.height / 2 + SLACK
  );
}

/**
 * Returns the largest font size at which a text fits the area without moving; 0 when its center is outside.
 */
function largestSize(
  text: TextElement,
  area: { width: number; height: number },
  measureIn: MeasureIn,
): number {
  const unitBox = boxOf({ ...text, size: 1 }, measureIn);
  const maxByWidth = (area.width - 2 * Math.abs(text.x)) / unitBox.width;
  const maxByHeight = (area.height - 2 * Math.abs(text.y)) / unitBox.height;
  return Math.max(0, Math.floor(Math.min(maxByWidth, maxByHeight) * 100) / 100);
}

/**
 * Returns the font size of a text after its content or font changed: smaller where it would exceed the area,
 * and back up to `defaultSize` where the area had limited it. A text whose center is outside keeps its size.
 */
export function refitSize(
  previous: TextElement,
  after: TextElement,
  area: { width: number; height: number },
  measureIn: MeasureIn,
  defaultSize: number,
): number {
  const room = largestSize(after, area, measureIn);
  if (room === 0) return after.size;
  const filledArea = previous.size >= largestSize(previous, area, measureIn) - 0.02;
  return Math.min(filledArea ? Math.max(after.size, defaultSize) : after.size, room);
}

/** Returns the position and scale at which an element fits the area. */
export function fitInside(
  element: DesignElement,
  area: { width: number; height: number },
  measureIn: MeasureIn,
): { x: number; y: number; factor: number } {
  const box = boxOf(element, measureIn);
  const factor = Math.min(1, area.width / box.width, area.height / box.height);
  const clampAxis = (middle: number, extent: number, areaExtent: number) => {
    const limit = Math.max(0, (areaExtent - extent * factor) / 2);
    return Math.min(limit, Math.max(-limit, middle));
  };
  return {
    x: clampAxis(box.x, box.width, area.width),
    y: clampAxis(box.y, box.height, area.height),
    factor,
  };
}

/** Below this resolution a printed picture looks blurred. */
export const LEAST_DPI = 150;

/** Returns the resolution at which an image is printed. */
export function dpiOf({ pixelWidth, pixelHeight, width, height }: ImageElement): number {
  return Math.min(pixelWidth / (width / 2.54), pixelHeight / (height / 2.54));
}

/** A snapping line, in centimeters from the center of the print area. */
export type Guide = { readonly axis: 'x' | 'y'; readonly at: number };

/**
 * Snaps a moving box, on each axis, to the nearest center or edge of the area and other boxes within
 * `snapDistance`. Returns the new center and the guides to show.
 */
export function snap(
  box: Box,
  area: { width: number; height: number },
  others: readonly Box[],
  snapDistance: number,
): { x: number; y: number; guides: Guide[] } {
  const targets = [{ x: 0, y: 0, ...area }, ...others];
  const guides: Guide[] = [];
  const pull = (axis: 'x' | 'y'): number => {
    const extent = axis === 'x' ? 'width' : 'height';
    let best = { shift: snapDistance, at: 0, found: false };
    for (const target of targets) {
      for (const line of [-0.5, 0, 0.5].map((part) => target[axis] + part * target[extent])) {
        for (const edge of [-0.5, 0, 0.5].map((part) => box[axis] + part * box[extent])) {
          if (Math.abs(line - edge) < Math.abs(best.shift))
            best = { shift: line - edge, at: line, found: true };
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

/** Returns the center of a box aligned to an edge or the middle of the area. */
export function align(
  box: Box,
  area: { width: number; height: number },
  to: Alignment,
): { x: number; y: number } {
  const edgeX = (area.width - box.width) / 2;
  const edgeY = (area.height - box.height) / 2;
  const moves = {
    left: { x: -edgeX },
    center: { x: 0 },
    right: { x: edgeX },
    top: { y: -edgeY },
    middle: { y: 0 },
    bottom: { y: edgeY },
  };
  return { x: box.x, y: box.y, ...moves[to] };
}
