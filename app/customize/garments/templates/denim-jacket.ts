import {
  across,
  at,
  type Curve,
  closed,
  disc,
  flipCurve,
  line,
  open,
  type Point,
  polygon,
  reverse,
  shifted,
  symmetric,
} from '../drawing.ts';
import type { Shade, Side, Template, Trim } from '../template.ts';
import { bodyFolds, longSleeveFolds } from './cloth-folds.ts';
import { neckLabel } from './crew-neck.ts';
import { aboveCuff, both, edges, seam, topSeams } from './seams.ts';
import { bodyOutline, sleeveMouths, sleeveOutlines, type TopCut, topLines, topSweeps } from './top.ts';

const CUT: TopCut = {
  neck: [92, 148],
  shoulder: [240, 196],
  armpit: [246, 392],
  waist: 240,
  hem: [226, 776],
  cuffOuter: [410, 788],
  cuffInner: [330, 818],
  sleeveBulge: 30,
  unitsPerCm: 10,
};

const [NX, NY] = CUT.neck;
const THREAD = '#c9893f';

const LEAF: readonly Curve[] = [
  [at(4, NY + 84), at(34, NY + 52), at(62, NY + 6), at(NX - 22, NY - 28)],
  [at(NX - 22, NY - 28), at(NX - 14, NY - 38), at(NX - 2, NY - 34), at(NX + 6, NY - 16)],
  [at(NX + 6, NY - 16), at(NX + 30, NY + 14), at(NX + 30, NY + 44), at(104, NY + 112)],
  line(at(104, NY + 112), at(4, NY + 84)),
];

/** Top-stitching: two rows of contrast thread over a sewn edge. */
const topStitch = (d: string): readonly Trim[] => [
  { d, stroke: THREAD, width: 1.7, dash: '5 3', opacity: 0.85 },
];

const doubled = (curve: Curve, dx: number, dy: number): readonly Trim[] => [
  ...topStitch(open(shifted(curve, dx, dy))),
  ...topStitch(open(shifted(curve, dx * 2.2, dy * 2.2))),
];

const button = (x: number, y: number): readonly Trim[] => [
  { d: disc(x, y + 2, 9.5), fill: '#000', opacity: 0.35 },
  { d: disc(x, y, 9), fill: '#a8834f' },
  { d: disc(x, y, 6), fill: '#c4a06a' },
  { d: disc(x - 1.5, y - 2, 2.4), fill: '#f3dfb4', opacity: 0.8 },
];

function front(): { shades: Shade[]; trims: Trim[] } {
  const shades: Shade[] = [];
  const trims: Trim[] = [];
  const bottom = CUT.hem[1] + 60;
  for (const half of [1, -1] as const) {
    const yoke = line(at(half * 26, 330), at(half * 236, 322));
    const flap = polygon(
      at(half * 74, 332),
      at(half * 186, 328),
      at(half * 186, 372),
      at(half * 130, 396),
      at(half * 74, 374),
    );
    const inner: Curve = [at(half * 78, 392), at(half * 74, 520), at(half * 62, 660), at(half * 56, 788)];
    const outer: Curve = [at(half * 182, 388), at(half * 170, 520), at(half * 138, 660), at(half * 124, 786)];
    shades.push(
      ...seam(open(yoke)),
      ...seam(flap),
      {
        tone: 'dark',
        blur: 'mid',
        opacity: 0.45,
        stroke: 10,
        d: open(
          line(at(half * 74, 380), at(half * 130, 402)),
          line(at(half * 130, 402), at(half * 186, 378)),
        ),
      },
      { tone: 'light', blur: 'mid', opacity: 0.2, d: flap },
      ...seam(open(inner)),
      ...seam(open(outer)),
      { tone: 'light', blur: 'soft', opacity: 0.3, stroke: 40, d: open(shifted(outer, half * -30, 0)) },
    );
    trims.push(
      ...topStitch(open(shifted(yoke, 0, -6))),
      ...topStitch(
        open(line(at(half * 80, 368), at(half * 130, 389)), line(at(half * 130, 389), at(half * 180, 367))),
      ),
      ...doubled(inner, half * 4, 0),
      ...doubled(outer, half * 4, 0),
      ...button(500 + half * 130, 378),
    );
  }
  for (const y of [262, 352, 442, 532, 622, 712, bottom - 26]) trims.push(...button(500, y));
  shades.push(...seam(`M474 ${NY + 100}V${bottom}M526 ${NY + 100}V${bottom}`), {
    tone: 'dark',
    blur: 'mid',
    opacity: 0.36,
    stroke: 12,
    d: `M532 ${NY + 100}V${bottom}`,
  });
  trims.unshift(
    ...topStitch(`M480 ${NY + 104}V${bottom - 6}`),
    ...topStitch(`M520 ${NY + 104}V${bottom - 6}`),
  );
  return { shades, trims };
}

function back(): { shades: Shade[]; trims: Trim[] } {
  const yoke: Curve = [at(0, 318), at(80, 318), at(160, 314), at(240, 300)];
  const panel: Curve = [at(120, 318), at(112, 460), at(90, 640), at(78, 792)];
  return {
    shades: [...seam(open(...across(yoke))), ...both(panel).flatMap(seam)],
    trims: [
      ...across(yoke).flatMap((curve) => doubled(curve, 0, 4)),
      ...doubled(panel, 4, 0),
      ...doubled(flipCurve(panel), -4, 0),
    ],
  };
}

/** A trucker jacket: yoke, flap pockets, slanted panels, metal buttons and contrast top-stitching. */
export function denimJacket(side: Side): Template {
  const lines = topLines(CUT);
  const [right, left] = sleeveOutlines(lines);
  const isFront = side === 'front';
  const neckLine: Curve = isFront
    ? [at(0, NY + 86), at(40, NY + 62), at(76, NY + 20), at(NX, NY)]
    : [at(0, NY + 26), at(40, NY + 26), at(80, NY + 12), at(NX, NY)];
  const body = bodyOutline(lines, neckLine);
  const hemTop = reverse(lines.hem);
  const hemBottom = shifted(hemTop, 0, 46);
  const band = symmetric(hemTop, line(hemTop[3], hemBottom[3]), reverse(hemBottom));
  const cuffLine = aboveCuff(lines, 50);
  const tip: Point = at(NX - 22, NY - 28);
  const collarTop: Curve = [at(0, NY - 24), at(36, NY - 24), at(58, NY - 27), tip];
  const inside = symmetric(collarTop, reverse([at(0, NY + 90), at(34, NY + 52), at(62, NY + 6), tip]));
  const fallLine: Curve = [at(0, NY + 54), at(50, NY + 54), at(96, NY + 42), at(NX + 24, NY + 16)];
  const backCollar = symmetric(
    collarTop,
    [tip, at(NX - 6, NY - 38), at(NX + 16, NY - 12), at(NX + 24, NY + 16)],
    reverse(fallLine),
  );
  const finish = isFront ? front() : back();
  const leaves = isFront ? [closed(...LEAF), closed(...LEAF.map(flipCurve))] : [backCollar];
  const [, , outer, end] = LEAF as readonly [Curve, Curve, Curve, Curve];
  const collarStitch = isFront
    ? [
        [shifted(outer, -9, -4), shifted(end, -2, -9)],
        [shifted(flipCurve(outer), 9, -4), shifted(flipCurve(end), 2, -9)],
      ]
    : [across(shifted(fallLine, 0, -9))];
  return {
    unitsPerCm: CUT.unitsPerCm,
    printArea: isFront
      ? { x: 566, y: 236, width: 80, height: 70 }
      : { x: 500 - 150, y: 336, width: 300, height: 380 },
    pieces: [
      ...sleeveMouths(lines, 13),
      ...(isFront ? [{ d: inside, depth: 0.4 }] : []),
      { d: body },
      { d: band },
      { d: right },
      { d: left },
      ...leaves.map((d) => ({ d })),
    ],
    sweeps: topSweeps(CUT, lines, body),
    shades: [
      ...bodyFolds(CUT, 0.3),
      ...longSleeveFolds(lines, 19),
      ...edges([body, right, left, band]),
      ...topSeams(lines),
      ...both(cuffLine).flatMap(seam),
      ...seam(open(...across(hemTop))),
      ...finish.shades,
      ...leaves.flatMap((d): readonly Shade[] => [
        { tone: 'dark', blur: 'mid', opacity: 0.44, stroke: 12, d },
        ...seam(d),
      ]),
    ],
    trims: [
      ...(isFront ? neckLabel(NY - 6) : []),
      ...doubled(cuffLine, 0.8, -3.4),
      ...doubled(flipCurve(cuffLine), -0.8, -3.4),
      ...across(hemTop).flatMap((curve) => [
        ...topStitch(open(shifted(curve, 0, 6))),
        ...topStitch(open(shifted(curve, 0, 39))),
      ]),
      ...doubled(lines.armhole, -4.5, 0),
      ...doubled(flipCurve(lines.armhole), 4.5, 0),
      ...collarStitch.flatMap((curves) => topStitch(open(...curves))),
      ...finish.trims,
    ],
  };
}
