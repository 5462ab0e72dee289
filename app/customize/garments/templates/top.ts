import {
  at,
  beside,
  type Curve,
  closed,
  flip,
  flipCurve,
  mix,
  type Point,
  pointOn,
  reverse,
  symmetric,
} from '../drawing.ts';
import type { Piece, Sweep } from '../template.ts';

/** Half measures of an upper garment in template units, counted from the middle of the sheet. */
export interface TopCut {
  /** Where the neck opening meets the shoulder seam. */
  readonly neck: Point;
  readonly shoulder: Point;
  readonly armpit: Point;
  readonly waist: number;
  readonly hem: Point;
  readonly cuffOuter: Point;
  readonly cuffInner: Point;
  /** How far the sleeve's upper edge bulges outwards. */
  readonly sleeveBulge: number;
  readonly unitsPerCm: number;
}

/** The construction lines of the right half, each from the top down. */
export interface TopLines {
  readonly shoulderSeam: Curve;
  readonly armhole: Curve;
  readonly side: Curve;
  /** From the side seam to the middle. */
  readonly hem: Curve;
  readonly sleeveTop: Curve;
  readonly cuff: Curve;
  /** From the cuff back up to the armpit. */
  readonly sleeveUnder: Curve;
}

export function topLines(cut: TopCut): TopLines {
  const neck = at(...cut.neck);
  const shoulder = at(...cut.shoulder);
  const armpit = at(...cut.armpit);
  const outer = at(...cut.cuffOuter);
  const inner = at(...cut.cuffInner);
  const [hx, hy] = cut.hem;
  const middle = (cut.armpit[1] + hy) / 2;
  return {
    shoulderSeam: [neck, beside(neck, shoulder, 0.4, 4), beside(neck, shoulder, 0.8, 9), shoulder],
    armhole: [shoulder, beside(shoulder, armpit, 0.35, -16), beside(shoulder, armpit, 0.75, -26), armpit],
    side: [armpit, at(cut.waist, armpit[1] + 70), at(cut.waist, middle + 60), at(hx, hy)],
    hem: [at(hx, hy), at(hx * 0.66, hy + 14), at(hx * 0.3, hy + 19), at(0, hy + 19)],
    sleeveTop: [
      shoulder,
      beside(shoulder, outer, 0.22, cut.sleeveBulge * 1.15),
      beside(shoulder, outer, 0.68, cut.sleeveBulge * 0.55),
      outer,
    ],
    cuff: [outer, beside(outer, inner, 0.3, -7), beside(outer, inner, 0.7, -7), inner],
    sleeveUnder: [
      inner,
      beside(inner, armpit, 0.3, -cut.sleeveBulge * 0.1),
      beside(inner, armpit, 0.75, 10),
      armpit,
    ],
  };
}

/** The body below a neck line that runs from the middle to the shoulder seam. */
export const bodyOutline = (lines: TopLines, neckLine: Curve): string =>
  symmetric(neckLine, lines.shoulderSeam, lines.armhole, lines.side, lines.hem);

/** Both sleeves, the right one first. */
export function sleeveOutlines(lines: TopLines): readonly [string, string] {
  const curves = [lines.sleeveTop, lines.cuff, lines.sleeveUnder, reverse(lines.armhole)];
  return [closed(...curves), closed(...curves.map(flipCurve))];
}

/** What one sees through the sleeve openings: the far side of the cuff. */
export function sleeveMouths(lines: TopLines, reach: number): readonly Piece[] {
  const [outer, , , inner] = lines.cuff;
  const far: Curve = [inner, beside(outer, inner, 0.75, -reach), beside(outer, inner, 0.25, -reach), outer];
  return [
    { d: closed(lines.cuff, far), depth: 0.5 },
    { d: closed(flipCurve(lines.cuff), flipCurve(far)), depth: 0.5 },
  ];
}

/** Stops of a shadow that grows smoothly from `calm` (0..1) towards both ends of a surface that curves away. */
export function rounded(left: number, right: number, calm = 0.46): readonly (readonly [number, number])[] {
  return Array.from({ length: 17 }, (_, i) => {
    const t = i / 16;
    const reach = t < calm ? (calm - t) / calm : (t - calm) / (1 - calm);
    return [t, Math.round((t < calm ? left : right) * reach ** 3.2 * 1000) / 1000] as const;
  });
}

/** Stops of a light that swells around `centre` (0..1). */
export function glow(
  centre: number,
  spread: number,
  opacity: number,
): readonly (readonly [number, number])[] {
  return Array.from({ length: 17 }, (_, i) => {
    const t = i / 16;
    return [t, Math.round(opacity * Math.exp(-(((t - centre) / spread) ** 2)) * 1000) / 1000] as const;
  });
}

/** A line square to the sleeve's direction, from its upper to its lower edge. */
function acrossSleeve(lines: TopLines): { top: Point; under: Point } {
  const start = mix(lines.armhole[0], lines.armhole[3], 0.5);
  const end = mix(lines.cuff[0], lines.cuff[3], 0.5);
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const normal: Point = [(end[1] - start[1]) / length, (start[0] - end[0]) / length];
  const top = pointOn(lines.sleeveTop, 0.5);
  const under = pointOn(lines.sleeveUnder, 0.45);
  const width = (top[0] - under[0]) * normal[0] + (top[1] - under[1]) * normal[1];
  return { top, under: [top[0] - normal[0] * width, top[1] - normal[1] * width] };
}

/** Broad light and shade of body and sleeves: the cloth curves away at its edges. */
export function topSweeps(cut: TopCut, lines: TopLines, body: string): readonly Sweep[] {
  const reach = Math.max(cut.hem[0], cut.armpit[0]);
  const [right, left] = sleeveOutlines(lines);
  const { top, under } = acrossSleeve(lines);
  const sleeve = (d: string, turn: (point: Point) => Point): readonly Sweep[] => [
    { tone: 'dark', d, from: turn(top), to: turn(under), stops: rounded(0.16, 0.4, 0.32) },
    { tone: 'light', d, from: turn(top), to: turn(under), stops: glow(0.26, 0.2, 0.13) },
  ];
  const across = { d: body, from: at(-reach, 0), to: at(reach, 0) };
  return [
    { tone: 'dark', ...across, stops: rounded(0.24, 0.34, 0.42) },
    { tone: 'light', ...across, stops: glow(0.36, 0.2, 0.11) },
    {
      tone: 'dark',
      d: body,
      from: [500, cut.neck[1]],
      to: [500, cut.hem[1]],
      stops: [
        [0, 0.02],
        [0.3, 0],
        [0.7, 0.03],
        [1, 0.1],
      ],
    },
    ...sleeve(right, (point) => point),
    ...sleeve(left, flip),
  ];
}
