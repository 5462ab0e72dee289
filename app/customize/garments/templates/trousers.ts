import {
  across,
  at,
  type Curve,
  closed,
  flipCurve,
  line,
  open,
  type Point,
  pointOn,
  reverse,
  shifted,
  symmetric,
} from '../drawing.ts';
import type { Area, Piece, Shade, Sweep, Template, Trim } from '../template.ts';
import { folds } from './cloth-folds.ts';
import { both, edges, seam } from './seams.ts';
import { glow, rounded } from './top.ts';

/** Half measures of trousers in template units, from the middle of the sheet outwards. */
export interface TrouserCut {
  readonly waist: Point;
  readonly hip: Point;
  readonly crotch: number;
  readonly knee: { readonly y: number; readonly outer: number; readonly inner: number };
  readonly hem: { readonly y: number; readonly outer: number; readonly inner: number };
  readonly band: number;
  readonly unitsPerCm: number;
}

export interface TrouserLines {
  readonly bandTop: Curve;
  readonly bandFoot: Curve;
  readonly outseam: Curve;
  readonly hem: Curve;
  readonly inseam: Curve;
  readonly rise: Curve;
}

/** Construction lines of the right leg; the waist lines run from the middle outwards. */
export function trouserLines(cut: TrouserCut): TrouserLines {
  const [wx, wy] = cut.waist;
  const [hx, hy] = cut.hip;
  const { knee, hem } = cut;
  const foot = wy + cut.band;
  const side = wx + ((hx - wx) * cut.band) / (hy - wy);
  return {
    bandTop: [at(0, wy + 10), at(wx * 0.4, wy + 10), at(wx * 0.8, wy + 5), at(wx, wy)],
    bandFoot: [at(0, foot + 10), at(side * 0.4, foot + 10), at(side * 0.8, foot + 5), at(side, foot)],
    outseam: [at(side, foot), at(hx + 8, hy), at(knee.outer + 4, knee.y - 120), at(hem.outer, hem.y)],
    hem: [
      at(hem.outer, hem.y),
      at(hem.outer * 0.7 + hem.inner * 0.3, hem.y + 9),
      at(hem.outer * 0.3 + hem.inner * 0.7, hem.y + 11),
      at(hem.inner, hem.y + 5),
    ],
    inseam: [
      at(hem.inner, hem.y + 5),
      at(knee.inner + 2, knee.y + 40),
      at(8, cut.crotch + 130),
      at(0, cut.crotch),
    ],
    rise: [at(0, cut.crotch), at(-4, cut.crotch - 70), at(0, foot + 90), at(0, foot + 10)],
  };
}

/** What one kind of trousers adds to the plain cut. */
export interface TrouserDetails {
  readonly pieces?: readonly Piece[];
  readonly shades: readonly Shade[];
  readonly trims: readonly Trim[];
}

/** Folds of legs: whiskers at the crotch, breaks at the knee and above the hem. */
function legFolds(cut: TrouserCut, ease: number): readonly Shade[] {
  const { knee, hem, crotch } = cut;
  const long = hem.y - crotch > 300;
  const whiskers = [
    ...folds([6, crotch - 18], [cut.hip[0] * 0.62, crotch - 66], 8, 15, 0.8),
    ...folds([10, crotch + 6], [cut.hip[0] * 0.78, crotch - 22], 10, 17, 0.8),
    ...folds([14, crotch + 34], [cut.hip[0] * 0.7, crotch + 30], 12, 17, 0.6),
    ...folds([cut.hip[0] - 6, crotch - 90], [cut.hip[0] * 0.5, crotch - 128], -8, 13, 0.4),
  ];
  if (!long) {
    return [
      ...whiskers,
      ...folds([hem.outer * 0.62, crotch - 20], [hem.outer * 0.56, hem.y - 6], 12, 24 + ease * 12, 0.55),
      ...folds([hem.outer - 8, crotch + 20], [hem.outer * 0.8, hem.y - 10], 10, 20, 0.5),
    ];
  }
  return [
    ...whiskers,
    ...folds([knee.outer - 2, knee.y - 60], [knee.inner + 26, knee.y - 18], -10, 16, 0.62),
    ...folds([knee.outer - 3, knee.y - 14], [knee.inner + 34, knee.y + 12], -12, 18, 0.7),
    ...folds([knee.inner + 3, knee.y + 22], [knee.outer - 22, knee.y + 58], -10, 16, 0.6),
    ...folds([knee.inner + 4, knee.y - 70], [knee.outer - 40, knee.y - 30], 8, 14, 0.4),
    ...folds(
      [(cut.hip[0] + 20) * 0.52, crotch + 70],
      [(knee.outer + knee.inner) / 2 + 8, knee.y - 60],
      14,
      24 + ease * 10,
      0.46,
    ),
    ...folds(
      [(knee.outer + knee.inner) / 2 + 6, knee.y + 80],
      [(hem.outer + hem.inner) / 2 + 10, hem.y - 60],
      -12,
      22 + ease * 10,
      0.46,
    ),
    ...folds([hem.outer - 2, hem.y - 84], [hem.inner + 18, hem.y - 58], 10, 15, 0.6),
    ...folds([hem.inner + 2, hem.y - 50], [hem.outer - 12, hem.y - 26], 10, 15, 0.7),
    ...folds([hem.outer - 3, hem.y - 36], [hem.inner + 20, hem.y - 12], 6, 11, 0.6),
  ];
}

/** Broad light and shade of two legs and a waistband. */
function legSweeps(cut: TrouserCut, legs: readonly [string, string], band: string): readonly Sweep[] {
  const { knee } = cut;
  const inner = Math.min(knee.inner, 6);
  const [right, left] = legs;
  return [
    {
      tone: 'dark',
      d: right,
      from: at(inner, 0),
      to: at(knee.outer + 6, 0),
      stops: rounded(0.34, 0.36, 0.46),
    },
    {
      tone: 'dark',
      d: left,
      from: at(-knee.outer - 6, 0),
      to: at(-inner, 0),
      stops: rounded(0.28, 0.4, 0.44),
    },
    { tone: 'light', d: right, from: at(inner, 0), to: at(knee.outer, 0), stops: glow(0.42, 0.2, 0.12) },
    { tone: 'light', d: left, from: at(-knee.outer, 0), to: at(-inner, 0), stops: glow(0.4, 0.2, 0.15) },
    {
      tone: 'dark',
      d: band,
      from: at(-cut.waist[0], 0),
      to: at(cut.waist[0], 0),
      stops: rounded(0.3, 0.36, 0.46),
    },
  ];
}

/** The leg below the waistband. */
const legCurves = (lines: TrouserLines): readonly Curve[] => [
  lines.bandFoot,
  lines.outseam,
  lines.hem,
  lines.inseam,
  lines.rise,
];

/** Trousers of a cut with their details; `ease` 0..1 says how loose they hang. */
export function trousers(
  cut: TrouserCut,
  ease: number,
  printArea: Area,
  details: (lines: TrouserLines) => TrouserDetails,
): Template {
  const lines = trouserLines(cut);
  const right = closed(...legCurves(lines));
  const left = closed(...legCurves(lines).map(flipCurve));
  const waistEnd = line(lines.bandTop[3], lines.bandFoot[3]);
  const band = symmetric(lines.bandTop, waistEnd, reverse(lines.bandFoot));
  const backRim: Curve = [
    at(0, cut.waist[1] - 7),
    at(cut.waist[0] * 0.5, cut.waist[1] - 7),
    at(cut.waist[0] * 0.9, cut.waist[1] - 5),
    at(...cut.waist),
  ];
  const inside = symmetric(backRim, reverse(lines.bandTop));
  const mouth = (turn: (curve: Curve) => Curve): Piece => {
    const far: Curve = [
      lines.hem[3],
      at(cut.hem.inner * 0.7 + cut.hem.outer * 0.3, cut.hem.y - 6),
      at(cut.hem.inner * 0.3 + cut.hem.outer * 0.7, cut.hem.y - 8),
      lines.hem[0],
    ];
    return { d: closed(turn(lines.hem), turn(far)), depth: 0.5 };
  };
  const { pieces = [], shades, trims } = details(lines);
  return {
    unitsPerCm: cut.unitsPerCm,
    printArea,
    pieces: [
      { d: inside, depth: 0.5 },
      mouth((c) => c),
      mouth(flipCurve),
      { d: right },
      { d: left },
      { d: band },
      ...pieces,
    ],
    sweeps: legSweeps(cut, [right, left], band),
    shades: [
      ...legFolds(cut, ease),
      ...edges([right, left, band]),
      ...seam(open(reverse(lines.rise))),
      { tone: 'dark', blur: 'mid', opacity: 0.2, stroke: 11, d: open(shifted(reverse(lines.rise), 4, 0)) },
      ...both([lines.inseam[3], lines.inseam[2], lines.inseam[1], lines.inseam[0]]).map(
        (d) => ({ tone: 'dark', blur: 'soft', opacity: 0.34, stroke: 34, d }) as const,
      ),
      ...seam(open(...across(lines.bandFoot))),
      {
        tone: 'dark',
        blur: 'mid',
        opacity: 0.24,
        stroke: 12,
        d: open(...across(shifted(lines.bandFoot, 0, 6))),
      },
      ...shades,
    ],
    trims,
  };
}

/** A line across one leg at a height above its hem, right leg, from outside to inside. */
export function acrossLeg(lines: TrouserLines, above: number): Curve {
  const [outer, a, b, inner] = lines.hem;
  const lean =
    (pointOn(lines.outseam, 0.9)[0] - outer[0]) / Math.max(1, outer[1] - pointOn(lines.outseam, 0.9)[1]);
  const leanIn =
    (pointOn(lines.inseam, 0.1)[0] - inner[0]) / Math.max(1, inner[1] - pointOn(lines.inseam, 0.1)[1]);
  return [
    [outer[0] + lean * above, outer[1] - above],
    [a[0], a[1] - above],
    [b[0], b[1] - above],
    [inner[0] + leanIn * above, inner[1] - above],
  ];
}
