import {
  across,
  at,
  type Curve,
  disc,
  flipCurve,
  line,
  open,
  polygon,
  shifted,
  symmetric,
} from '../drawing.ts';
import type { Piece, Shade, Side, Template, Trim } from '../template.ts';
import { fold, folds } from './cloth-folds.ts';
import { neckLabel } from './crew-neck.ts';
import { FLEECE_CUT, heavyFolds, ribBands } from './fleece.ts';
import { both, edges, seam, stitches, topSeams } from './seams.ts';
import { bodyOutline, rounded, sleeveOutlines, type TopCut, topLines, topSweeps } from './top.ts';

const DOWN = 40;

const CUT: TopCut = {
  ...FLEECE_CUT,
  neck: [112, 168 + DOWN],
  shoulder: [246, 206 + DOWN],
  armpit: [248, 396 + DOWN],
  hem: [240, 806 + DOWN],
  cuffOuter: [404, 762 + DOWN],
  cuffInner: [326, 790 + DOWN],
};

const [NX, NY] = CUT.neck;

/** Where the hood is sewn to the body, from the middle outwards. */
const BASE: Curve = [at(0, NY + 86), at(52, NY + 80), at(98, NY + 40), at(NX, NY)];
/** The hood's outline from the shoulder up to its top. */
const CROWN: readonly Curve[] = [
  [at(NX, NY), at(NX + 22, NY - 42), at(NX + 10, NY - 124), at(72, NY - 156)],
  [at(72, NY - 156), at(46, NY - 168), at(20, NY - 170), at(0, NY - 170)],
];
/** The rim of the opening from the middle of the front up to its top. */
const RIM: readonly Curve[] = [
  [at(0, NY + 62), at(38, NY + 40), at(74, NY - 14), at(76, NY - 62)],
  [at(76, NY - 62), at(78, NY - 106), at(44, NY - 124), at(0, NY - 124)],
];

const STRINGS = [
  { eyelet: [462, 284], end: [458, 424], d: 'M462 284C456 330 466 372 458 424' },
  { eyelet: [540, 282], end: [545, 408], d: 'M540 282C548 326 538 362 545 408' },
] as const;

const stringShadows: readonly Shade[] = STRINGS.map(({ d }) => ({
  tone: 'dark',
  blur: 'fine',
  opacity: 0.5,
  stroke: 8,
  d,
}));

const strings: readonly Trim[] = STRINGS.flatMap(({ eyelet: [ex, ey], end: [x, y], d }): Trim[] => [
  { d: disc(ex, ey, 7), fill: '#9da1a6' },
  { d: disc(ex, ey, 3.6), fill: '#26282b' },
  { d, stroke: '#d9d6cf', width: 6.4 },
  { d, stroke: '#8b8880', width: 6.4, dash: '1 5', opacity: 0.5 },
  { d: `M${x} ${y}v20`, stroke: '#b9bcc0', width: 7.4 },
  { d: `M${x - 1.6} ${y}v19`, stroke: '#fff', width: 1.6, opacity: 0.8 },
]);

function pocket(): readonly Shade[] {
  const y = 640;
  const outline = polygon(
    at(-112, y),
    at(112, y),
    at(182, y + 104),
    at(182, y + 196),
    at(-182, y + 196),
    at(-182, y + 104),
  );
  const mouths = [line(at(112, y), at(182, y + 104)), line(at(-112, y), at(-182, y + 104))];
  return [
    { tone: 'dark', blur: 'mid', opacity: 0.22, stroke: 12, d: outline },
    ...seam(outline),
    ...mouths.flatMap((mouth, i): readonly Shade[] => [
      { tone: 'dark', blur: 'mid', opacity: 0.5, stroke: 13, d: open(shifted(mouth, i === 0 ? 7 : -7, -3)) },
      { tone: 'light', blur: 'fine', opacity: 0.34, stroke: 5, d: open(shifted(mouth, i === 0 ? -6 : 6, 4)) },
      stitches(open(shifted(mouth, i === 0 ? -9 : 9, 5))),
      stitches(open(shifted(mouth, i === 0 ? -14 : 14, 8))),
    ]),
    stitches(`M${500 - 110} ${y + 7}H${500 + 110}`),
    ...fold(at(-150, y + 130), at(40, y + 170), 22, 22, 0.5),
    ...fold(at(150, y + 120), at(40, y + 80), -16, 20, 0.4),
  ];
}

/** A hoodie with kangaroo pocket and drawstrings; the hood stands up behind the neck. */
export function hoodie(side: Side): Template {
  const lines = topLines(CUT);
  const [right, left] = sleeveOutlines(lines);
  const bands = ribBands(lines, 56);
  const common = (outlines: readonly string[]): readonly Shade[] => [
    ...heavyFolds(CUT, lines),
    ...edges([...outlines, right, left]),
    ...topSeams(lines),
    ...bands.shades,
  ];
  if (side === 'back') return hoodieBack(lines, [right, left], bands.pieces, common);
  const body = bodyOutline(lines, BASE);
  const hood = symmetric(BASE, ...CROWN);
  const opening = symmetric(...RIM);
  const rim = open(...RIM);
  const rimLeft = open(...RIM.map(flipCurve));
  return {
    unitsPerCm: CUT.unitsPerCm,
    printArea: { x: 500 - 150, y: 386, width: 300, height: 244 },
    pieces: [
      ...bands.pieces,
      { d: hood },
      { d: opening, depth: 0.5 },
      { d: body },
      { d: right },
      { d: left },
    ],
    sweeps: [
      ...topSweeps(CUT, lines, body),
      { tone: 'dark', d: hood, from: at(-NX - 14, 0), to: at(NX + 14, 0), stops: rounded(0.3, 0.42, 0.44) },
      {
        tone: 'dark',
        d: opening,
        from: at(0, NY - 124),
        to: at(0, NY + 62),
        stops: [
          [0, 0.05],
          [0.5, 0.25],
          [1, 0.5],
        ],
      },
    ],
    shades: [
      ...common([body]),
      ...edges([hood]),
      { tone: 'dark', blur: 'mid', opacity: 0.5, stroke: 20, d: rim },
      { tone: 'dark', blur: 'mid', opacity: 0.5, stroke: 20, d: rimLeft },
      { tone: 'dark', blur: 'fine', opacity: 0.5, stroke: 4, d: rim },
      { tone: 'dark', blur: 'fine', opacity: 0.5, stroke: 4, d: rimLeft },
      { tone: 'light', blur: 'mid', opacity: 0.3, stroke: 14, d: open(...RIM.map((c) => shifted(c, 19, 2))) },
      {
        tone: 'light',
        blur: 'mid',
        opacity: 0.34,
        stroke: 14,
        d: open(...RIM.map((c) => shifted(flipCurve(c), -19, 2))),
      },
      stitches(open(...RIM.map((c) => shifted(c, 17, 2)))),
      stitches(open(...RIM.map((c) => shifted(flipCurve(c), -17, 2)))),
      { tone: 'dark', blur: 'mid', opacity: 0.34, stroke: 16, d: open(...across(shifted(BASE, 0, 6))) },
      ...seam(open(...across(BASE))),
      {
        tone: 'dark',
        blur: 'fine',
        opacity: 0.34,
        stroke: 3,
        d: `M500 ${NY - 122}C494 ${NY - 60} 496 ${NY} 499 ${NY + 40}`,
      },
      ...folds([86, NY - 120], [NX + 2, NY - 20], 10, 16, 0.7),
      ...folds([50, NY + 66], [96, NY + 6], 8, 16, 0.7),
      ...fold(at(-24, NY + 62), at(12, NY + 84), 4, 10, 0.8),
      ...pocket(),
      ...stringShadows,
    ],
    trims: [...neckLabel(NY - 40), ...strings],
  };
}

function hoodieBack(
  lines: ReturnType<typeof topLines>,
  sleeves: readonly [string, string],
  bands: readonly Piece[],
  common: (outlines: readonly string[]) => readonly Shade[],
): Template {
  const neckLine: Curve = [at(0, NY + 16), at(46, NY + 16), at(92, NY + 8), at(NX, NY)];
  const body = bodyOutline(lines, neckLine);
  const fall: Curve = [at(0, NY + 96), at(64, NY + 92), at(118, NY + 62), at(NX + 12, NY + 2)];
  const top: readonly Curve[] = [
    [at(NX + 12, NY + 2), at(NX + 8, NY - 52), at(84, NY - 84), at(52, NY - 86)],
    [at(52, NY - 86), at(34, NY - 78), at(14, NY - 76), at(0, NY - 76)],
  ];
  const hood = symmetric(fall, ...top);
  return {
    unitsPerCm: CUT.unitsPerCm,
    printArea: { x: 500 - 160, y: NY + 136, width: 320, height: 400 },
    pieces: [...bands, { d: body }, { d: sleeves[0] }, { d: sleeves[1] }, { d: hood }],
    sweeps: [
      ...topSweeps(CUT, lines, body),
      { tone: 'dark', d: hood, from: at(-NX - 14, 0), to: at(NX + 14, 0), stops: rounded(0.34, 0.42, 0.46) },
      {
        tone: 'dark',
        d: hood,
        from: at(0, NY - 76),
        to: at(0, NY + 96),
        stops: [
          [0, 0.1],
          [0.4, 0],
          [1, 0.2],
        ],
      },
    ],
    shades: [
      // The neck line lies below the hood: only what is seen of the body has an edge.
      ...common(both(lines.shoulderSeam, lines.armhole, lines.side, lines.hem)),
      ...edges([hood]),
      { tone: 'dark', blur: 'mid', opacity: 0.5, stroke: 18, d: open(...across(shifted(fall, 0, 8))) },
      ...seam(`M500 ${NY - 76}C496 ${NY - 30} 503 ${NY + 30} 500 ${NY + 95}`),
      ...folds([92, NY - 50], [40, NY + 70], 22, 26, 0.9),
      ...folds([112, NY + 6], [58, NY + 82], 18, 20, 0.8),
      ...both([at(30, NY - 70), at(70, NY - 66), at(96, NY - 30), at(104, NY + 10)]).map((d) => stitches(d)),
    ],
    trims: [],
  };
}
