import {
  across,
  add,
  type Curve,
  flipCurve,
  mix,
  open,
  type Point,
  pointOn,
  reverse,
  ribs,
  shifted,
} from '../drawing.ts';
import type { Shade } from '../template.ts';
import type { TopLines } from './top.ts';

/** A sewn seam: a groove with one lit edge. */
export const seam = (d: string): readonly Shade[] => [
  { tone: 'dark', blur: 'fine', opacity: 0.26, d, stroke: 5 },
  { tone: 'dark', blur: 'crisp', opacity: 0.3, d, stroke: 1.3 },
  { tone: 'light', blur: 'fine', opacity: 0.26, d, stroke: 3 },
];

/** A row of stitches. */
export const stitches = (d: string, opacity = 0.26): Shade => ({
  tone: 'dark',
  blur: 'crisp',
  opacity,
  d,
  stroke: 1.5,
  dash: '5 3.4',
});

/** A curve on the right half and its reflection, as two paths. */
export const both = (...curves: readonly Curve[]): readonly string[] => [
  open(...curves),
  open(...curves.map(flipCurve)),
];

/** Seams of shoulders and armholes on both halves. */
export const topSeams = (lines: TopLines): readonly Shade[] =>
  [lines.armhole, lines.shoulderSeam].flatMap((curve) => both(curve).flatMap(seam));

/** A turned-up hem with two rows of stitches. */
export function stitchedHem(lines: TopLines, height: number): readonly Shade[] {
  const row = (dy: number): string => open(...across(reverse(shifted(lines.hem, 0, -dy))));
  return [
    stitches(row(height)),
    stitches(row(height - 5)),
    { tone: 'dark', blur: 'fine', opacity: 0.14, d: row(height + 1), stroke: 5 },
    { tone: 'light', blur: 'fine', opacity: 0.16, d: row(height - 10), stroke: 5 },
  ];
}

/** The line across a sleeve at a distance from its cuff. */
export function aboveCuff(lines: TopLines, height: number): Curve {
  const [outer, a, b, inner] = lines.cuff;
  const toward = (point: Point, goal: Point): Point =>
    mix(point, goal, height / (Math.hypot(goal[0] - point[0], goal[1] - point[1]) || 1));
  const start = toward(outer, pointOn(lines.sleeveTop, 0.75));
  const end = toward(inner, pointOn(lines.sleeveUnder, 0.3));
  const dx = (start[0] - outer[0] + end[0] - inner[0]) / 2;
  const dy = (start[1] - outer[1] + end[1] - inner[1]) / 2;
  return [start, add(a, dx, dy), add(b, dx, dy), end];
}

/** Two rows of stitches along both sleeve hems. */
export const stitchedCuffs = (lines: TopLines, height: number): readonly Shade[] =>
  [height, height - 5].flatMap((h) => both(aboveCuff(lines, h)).map((d) => stitches(d)));

/** The thickness of the cloth at its outer edge. */
export const edges = (outlines: readonly string[]): readonly Shade[] =>
  outlines.flatMap((d) => [
    { tone: 'dark', blur: 'mid', opacity: 0.2, d, stroke: 10 } as const,
    { tone: 'dark', blur: 'crisp', opacity: 0.1, d, stroke: 1.6 } as const,
  ]);

/** Knitted ribs between two curves, on the right half and its reflection. */
export const ribbing = (a: Curve, b: Curve, count: number): readonly Shade[] => [
  { tone: 'dark', blur: 'crisp', opacity: 0.15, stroke: 1.8, d: ribs(a, b, count) },
  {
    tone: 'light',
    blur: 'crisp',
    opacity: 0.12,
    stroke: 1.4,
    d: ribs(shifted(a, 2.2, 0), shifted(b, 2.2, 0), count),
  },
  { tone: 'dark', blur: 'crisp', opacity: 0.15, stroke: 1.8, d: ribs(flipCurve(a), flipCurve(b), count) },
  {
    tone: 'light',
    blur: 'crisp',
    opacity: 0.12,
    stroke: 1.4,
    d: ribs(shifted(flipCurve(a), 2.2, 0), shifted(flipCurve(b), 2.2, 0), count),
  },
];
