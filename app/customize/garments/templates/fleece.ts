import {
  across,
  add,
  at,
  type Curve,
  closed,
  flipCurve,
  open,
  reverse,
  shifted,
  symmetric,
} from '../drawing.ts';
import type { Piece, Shade } from '../template.ts';
import { bodyFolds, fold, folds, longSleeveFolds } from './cloth-folds.ts';
import { both, ribbing, seam } from './seams.ts';
import { sleeveMouths, type TopCut, type TopLines, topLines } from './top.ts';

/** The rib below body and sleeves of a sweatshirt, hoodie or bomber. */
export interface Ribs {
  readonly pieces: readonly Piece[];
  readonly shades: readonly Shade[];
}

/** Rib bands at hem and cuffs, `height` tall; the cloth above them bunches a little. */
export function ribBands(lines: TopLines, height: number): Ribs {
  const hemTop = reverse(lines.hem);
  const pull = 12;
  const [a, b, c, d] = shifted(hemTop, 0, height);
  const hemBottom: Curve = [a, b, add(c, -pull * 0.6, 0), add(d, -pull, 2)];
  const [outer, m, n, inner] = lines.cuff;
  const [dx, dy] = [outer[0] - lines.sleeveTop[2][0], outer[1] - lines.sleeveTop[2][1]];
  const length = Math.hypot(dx, dy) || 1;
  const down = (point: readonly [number, number], squeeze: number) =>
    add(point, (dx / length) * height * 0.7 - squeeze, (dy / length) * height);
  const cuffBottom: Curve = [down(outer, 9), down(m, 4), down(n, 0), down(inner, -5)];
  const sideEdge: Curve = [
    hemTop[3],
    add(hemTop[3], 1, height * 0.3),
    add(hemBottom[3], 2, -height * 0.3),
    hemBottom[3],
  ];
  const hem = symmetric(hemTop, sideEdge, reverse(hemBottom));
  const cuff = [lines.cuff, [inner, inner, cuffBottom[3], cuffBottom[3]] as const, reverse(cuffBottom)];
  const cuffD = closed(...cuff);
  const cuffFlipped = closed(...cuff.map(flipCurve));
  const mouth = sleeveMouths({ ...lines, cuff: cuffBottom }, 11);
  const hemLine = open(...across(hemTop));
  return {
    pieces: [...mouth, { d: hem }, { d: cuffD }, { d: cuffFlipped }],
    shades: [
      ...ribbing(hemTop, hemBottom, 44),
      ...ribbing(lines.cuff, cuffBottom, 15),
      ...seam(hemLine),
      ...both(lines.cuff).flatMap(seam),
      { tone: 'dark', blur: 'mid', opacity: 0.3, stroke: 14, d: open(...across(shifted(hemTop, 0, 2))) },
      { tone: 'light', blur: 'mid', opacity: 0.3, stroke: 12, d: open(...across(shifted(hemTop, 0, -14))) },
      { tone: 'dark', blur: 'mid', opacity: 0.26, d: hem, stroke: 9 },
      { tone: 'dark', blur: 'mid', opacity: 0.34, d: cuffD, stroke: 10 },
      { tone: 'dark', blur: 'mid', opacity: 0.34, d: cuffFlipped, stroke: 10 },
      ...[0.16, 0.34, 0.55, 0.78].flatMap((t, i) =>
        folds(
          [lines.hem[0][0] - 500 - t * 200, lines.hem[0][1] + 4],
          [lines.hem[0][0] - 500 - t * 214 - 8, lines.hem[0][1] - 60 - i * 9],
          5,
          13,
          0.5,
        ),
      ),
    ],
  };
}

/** Folds of heavy cloth with long sleeves. */
export const heavyFolds = (cut: TopCut, lines: TopLines): readonly Shade[] => [
  ...bodyFolds(cut, 0.7),
  ...longSleeveFolds(lines, 22),
  ...fold(at(-cut.hem[0] * 0.5, cut.armpit[1] + 60), at(-cut.hem[0] * 0.16, cut.hem[1] - 120), 24, 34, 0.34),
];

export const FLEECE_CUT: TopCut = {
  neck: [96, 150],
  shoulder: [242, 200],
  armpit: [246, 396],
  waist: 252,
  hem: [238, 820],
  cuffOuter: [402, 764],
  cuffInner: [322, 792],
  sleeveBulge: 34,
  unitsPerCm: 9.4,
};

export const fleeceLines = (): TopLines => topLines(FLEECE_CUT);
