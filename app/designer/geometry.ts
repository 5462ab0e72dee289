import type { DesignElement, ImageElement } from './design.ts';
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
