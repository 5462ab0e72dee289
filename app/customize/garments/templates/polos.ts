import {
  across,
  at,
  box,
  type Curve,
  closed,
  disc,
  flipCurve,
  line,
  open,
  reverse,
  shifted,
  symmetric,
} from '../drawing.ts';
import type { Shade, Side, Template, Trim } from '../template.ts';
import { bodyFolds, shortSleeveFolds } from './cloth-folds.ts';
import { neckLabel } from './crew-neck.ts';
import { aboveCuff, both, edges, ribbing, seam, stitchedHem, stitches, topSeams } from './seams.ts';
import { bodyOutline, sleeveMouths, sleeveOutlines, type TopCut, topLines, topSweeps } from './top.ts';

const CUT: TopCut = {
  neck: [92, 132],
  shoulder: [220, 174],
  armpit: [238, 346],
  waist: 230,
  hem: [239, 868],
  cuffOuter: [384, 372],
  cuffInner: [292, 440],
  sleeveBulge: 24,
  unitsPerCm: 9.5,
};

const [NX, NY] = CUT.neck;

/** The right collar leaf, from the middle over the fold to its point. */
const LEAF: readonly Curve[] = [
  [at(3, NY + 96), at(34, NY + 62), at(62, NY + 14), at(NX - 20, NY - 22)],
  [at(NX - 20, NY - 22), at(NX - 14, NY - 32), at(NX - 4, NY - 30), at(NX + 2, NY - 14)],
  [at(NX + 2, NY - 14), at(NX + 18, NY + 12), at(NX + 14, NY + 44), at(78, NY + 116)],
  line(at(78, NY + 116), at(3, NY + 96)),
];

const PLACKET = { half: 17, bottom: NY + 232 } as const;

function front(buttons: string): { shades: readonly Shade[]; trims: readonly Trim[] } {
  const strip = box(500 - PLACKET.half, NY + 84, PLACKET.half * 2, PLACKET.bottom - NY - 84);
  const heights = [NY + 128, NY + 172, NY + 214];
  const [inner, , outer, end] = LEAF as readonly [Curve, Curve, Curve, Curve];
  const border = [shifted(outer, -7, -3), shifted(end, -2, -7)];
  return {
    shades: [
      { tone: 'dark', blur: 'mid', opacity: 0.34, d: open(outer, end), stroke: 12 },
      { tone: 'dark', blur: 'mid', opacity: 0.34, d: open(flipCurve(outer), flipCurve(end)), stroke: 12 },
      ...seam(strip),
      { tone: 'dark', blur: 'mid', opacity: 0.2, stroke: 8, d: `M${520} ${NY + 100}V${PLACKET.bottom}` },
      stitches(box(500 - PLACKET.half + 5, NY + 84, PLACKET.half * 2 - 10, PLACKET.bottom - NY - 89)),
      stitches(`M${500 - PLACKET.half} ${PLACKET.bottom - 16}h${PLACKET.half * 2}`),
      ...both(...border).map((d) => stitches(d)),
      ...both(inner).flatMap(seam),
      {
        tone: 'dark',
        blur: 'mid',
        opacity: 0.5,
        d: open(...across([at(0, NY + 80), at(34, NY + 56), at(58, NY + 12), at(NX - 24, NY - 16)])),
        stroke: 20,
      },
    ],
    trims: heights.flatMap((y) => [
      { d: disc(500, y + 1.6, 7.2), fill: '#000', opacity: 0.35 },
      { d: disc(500, y, 7), fill: buttons },
      { d: disc(500, y, 4.6), stroke: '#00000055', width: 1 },
      {
        d: `M497.6 ${y - 2}h.1M502.4 ${y - 2}h.1M497.6 ${y + 2.4}h.1M502.4 ${y + 2.4}h.1`,
        stroke: '#0009',
        width: 1.8,
      },
    ]),
  };
}

function polo(side: Side, ease: number, knit: readonly Shade[], buttons: string): Template {
  const lines = topLines(CUT);
  const [right, left] = sleeveOutlines(lines);
  const cuffs = aboveCuff(lines, 26);
  const common: readonly Shade[] = [
    ...bodyFolds(CUT, ease),
    ...shortSleeveFolds(lines),
    ...topSeams(lines),
    ...stitchedHem(lines, 20),
    ...both(cuffs).flatMap(seam),
    ...ribbing(cuffs, lines.cuff, 24),
  ];
  const tip = at(NX - 20, NY - 22);
  const collarTop: Curve = [at(0, NY - 16), at(40, NY - 16), at(64, NY - 20), tip];
  if (side === 'back') {
    const lower: Curve = [at(0, NY + 46), at(48, NY + 46), at(88, NY + 34), at(NX + 18, NY + 14)];
    const fall: Curve = [tip, at(NX - 6, NY - 34), at(NX + 12, NY - 12), at(NX + 18, NY + 14)];
    const body = bodyOutline(lines, [at(0, NY + 30), at(40, NY + 30), at(80, NY + 14), at(NX, NY)]);
    const collar = symmetric(collarTop, fall, reverse(lower));
    return {
      unitsPerCm: CUT.unitsPerCm,
      printArea: { x: 500 - 152, y: NY + 92, width: 304, height: 399 },
      pieces: [...sleeveMouths(lines, 16), { d: body }, { d: right }, { d: left }, { d: collar }],
      sweeps: topSweeps(CUT, lines, body),
      shades: [
        ...knit,
        ...common,
        ...edges([body, right, left]),
        { tone: 'dark', blur: 'mid', opacity: 0.4, stroke: 12, d: open(...across(shifted(lower, 0, 4))) },
        ...seam(open(...across(lower))),
        stitches(open(...across(shifted(lower, 0, -8)))),
      ],
      trims: [],
    };
  }
  const body = bodyOutline(lines, [at(0, NY + 92), at(40, NY + 70), at(76, NY + 24), at(NX, NY)]);
  const inside = symmetric(collarTop, reverse([at(0, NY + 98), at(34, NY + 62), at(62, NY + 14), tip]));
  const finish = front(buttons);
  return {
    unitsPerCm: CUT.unitsPerCm,
    printArea: { x: 548, y: NY + 130, width: 95, height: 95 },
    pieces: [
      ...sleeveMouths(lines, 16),
      { d: inside, depth: 0.36 },
      { d: body },
      { d: right },
      { d: left },
      { d: closed(...LEAF) },
      { d: closed(...LEAF.map(flipCurve)) },
    ],
    sweeps: topSweeps(CUT, lines, body),
    shades: [...knit, ...common, ...edges([body, right, left]), ...finish.shades],
    trims: [...neckLabel(NY + 4), ...finish.trims],
  };
}

/** The biscuit-like waffle knit of the Baskota: a grid of small hollows. */
function waffle(): readonly Shade[] {
  let rows = '';
  let columns = '';
  for (let y = 90; y < 920; y += 9) rows += `M90 ${y}H910`;
  for (let x = 90; x < 910; x += 9) columns += `M${x} 90V920`;
  return [
    { tone: 'dark', blur: 'crisp', opacity: 0.1, stroke: 2.6, d: rows + columns },
    { tone: 'light', blur: 'crisp', opacity: 0.1, stroke: 1.6, d: rows.replaceAll('M90', 'M92') },
  ];
}

export const poloShirt = (side: Side): Template => polo(side, 0.4, [], '#f1eee6');
export const poloBaskota = (side: Side): Template => polo(side, 0.7, waffle(), '#5a4a3c');
