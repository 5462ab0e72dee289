import { at, type Curve, flip, leaf, mix, type Point, pointOn } from '../drawing.ts';
import type { Shade } from '../template.ts';
import type { TopCut, TopLines } from './top.ts';

/** A fold: a crease with its shadow on one side and its light on the other. */
export function fold(from: Point, to: Point, bow: number, width: number, strength = 1): readonly Shade[] {
  return [
    { tone: 'dark', blur: 'mid', opacity: 0.3 * strength, d: leaf(from, to, bow, width) },
    {
      tone: 'dark',
      blur: 'fine',
      opacity: 0.13 * strength,
      d: leaf(mix(from, to, 0.06), mix(from, to, 0.7), bow, width * 0.3),
    },
    { tone: 'light', blur: 'mid', opacity: 0.34 * strength, d: leaf(from, to, bow, -width * 0.85) },
  ];
}

/** The same fold on both halves, points counted from the middle; the left one differs a little, as cloth never hangs evenly. */
export const folds = (from: Point, to: Point, bow: number, width: number, strength = 1): readonly Shade[] => [
  ...fold(at(...from), at(...to), bow, width, strength),
  ...fold(
    flip(at(from[0] * 0.98, from[1] + 9)),
    flip(at(to[0] * 1.07, to[1] - 14)),
    -bow * 1.25,
    -width * 0.85,
    strength * 0.9,
  ),
];

/** Folds of a body that hangs from the shoulders; `ease` 0..1 says how loose it is. */
export function bodyFolds(cut: TopCut, ease: number): readonly Shade[] {
  const [ax, ay] = cut.armpit;
  const [hx, hy] = cut.hem;
  const [nx, ny] = cut.neck;
  const drop = hy - ay;
  return [
    ...folds([ax - 4, ay + 2], [ax * 0.42, ay + drop * 0.2], -26, 22),
    ...folds([ax - 2, ay + 14], [ax * 0.58, ay + drop * 0.42], -20, 26, 0.9),
    ...folds([ax - 6, ay - 34], [ax * 0.5, ay - 22], 16, 15, 0.7),
    ...folds([cut.waist - 2, ay + drop * 0.36], [hx * 0.72, hy - 40], 18, 26 + ease * 10, 0.62),
    ...folds([hx * 0.42, ay + drop * 0.56], [hx * 0.3, hy - 8], -22, 24 + ease * 14, 0.4 + ease * 0.2),
    ...fold(at(hx * 0.06, ay + drop * 0.3), at(-hx * 0.1, hy - 24), 30, 30 + ease * 10, 0.3 + ease * 0.15),
    ...fold(at(-hx * 0.7, hy - drop * 0.24), at(hx * 0.1, hy - drop * 0.12), 26, 22, 0.34),
    ...fold(at(hx * 0.82, hy - drop * 0.12), at(hx * 0.2, hy - drop * 0.05), -14, 16, 0.34),
    ...fold(at(-nx - 14, ny + 62), at(-hx * 0.5, ay + 20), 12, 18, 0.4),
    ...fold(at(nx + 8, ny + 58), at(hx * 0.44, ay - 8), -14, 20, 0.42),
  ];
}

const fromMiddle = ([x, y]: Point): Point => [x - 500, y];

/** Folds of a short sleeve. */
export function shortSleeveFolds(lines: TopLines): readonly Shade[] {
  const on = (curve: Curve, t: number): Point => fromMiddle(pointOn(curve, t));
  return [
    ...folds(on(lines.armhole, 0.98), on(lines.cuff, 0.62), 10, 20),
    ...folds(on(lines.armhole, 0.62), on(lines.cuff, 0.36), 18, 20, 0.55),
    ...folds(on(lines.armhole, 0.2), on(lines.sleeveTop, 0.72), 8, 18, 0.6),
  ];
}

/** Folds of a long sleeve: pulled from the armpit, bunched at the elbow and above the cuff; `width` is their belly. */
export function longSleeveFolds(lines: TopLines, width: number): readonly Shade[] {
  const on = (t: number, side: number): Point =>
    fromMiddle(mix(pointOn(lines.sleeveTop, t), pointOn(lines.sleeveUnder, 1 - t), side));
  return [
    ...folds(on(0.1, 0.82), on(0.62, 0.7), 10, width, 0.75),
    ...folds(on(0.05, 0.4), on(0.44, 0.28), 8, width, 0.5),
    ...folds(on(0.44, 0.98), on(0.5, 0.3), -12, width * 0.9, 0.9),
    ...folds(on(0.5, 1), on(0.6, 0.36), -14, width),
    ...folds(on(0.56, 0.02), on(0.63, 0.62), 10, width * 0.8, 0.7),
    ...folds(on(0.66, 0.98), on(0.72, 0.3), -10, width * 0.8, 0.7),
    ...folds(on(0.76, 0), on(0.84, 0.66), 12, width * 0.8, 0.7),
    ...folds(on(0.84, 1), on(0.9, 0.28), -8, width * 0.75, 0.8),
    ...folds(on(0.92, 0.04), on(0.965, 0.7), 6, width * 0.55, 0.7),
  ];
}
