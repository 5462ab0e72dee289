import { across, at, box, type Curve, line, open, polygon, reverse, shifted, symmetric } from '../drawing.ts';
import type { Shade, Side, Template, Trim } from '../template.ts';
import { fold, folds } from './cloth-folds.ts';
import { neckLabel } from './crew-neck.ts';
import { FLEECE_CUT, heavyFolds, ribBands } from './fleece.ts';
import { edges, ribbing, seam, stitches, topSeams } from './seams.ts';
import { bodyOutline, rounded, sleeveOutlines, type TopCut, topLines, topSweeps } from './top.ts';

const CUT: TopCut = {
  ...FLEECE_CUT,
  neck: [94, 150],
  shoulder: [246, 202],
  armpit: [252, 404],
  waist: 258,
  hem: [246, 812],
  cuffOuter: [410, 772],
  cuffInner: [328, 800],
  sleeveBulge: 40,
};

const [NX, NY] = CUT.neck;

/** The standing rib collar: its lower line on the body and its upper edge. */
const FOOT: Curve = [at(0, NY + 70), at(46, NY + 66), at(84, NY + 34), at(NX, NY)];
const RIM: Curve = [at(0, NY + 12), at(40, NY + 4), at(70, NY - 20), at(NX - 16, NY - 34)];
const BACK_RIM: Curve = [at(0, NY - 30), at(30, NY - 30), at(58, NY - 32), at(NX - 16, NY - 34)];

function zip(bottom: number): readonly Trim[] {
  const top = NY + 14;
  return [
    { d: box(489, top, 22, bottom - top), fill: '#141518', opacity: 0.5 },
    { d: `M496.5 ${top}V${bottom}`, stroke: '#b8bbc0', width: 5, dash: '.1 7' },
    { d: `M503.5 ${top + 3.5}V${bottom}`, stroke: '#9b9fa5', width: 5, dash: '.1 7' },
    { d: `M500 ${top}V${bottom}`, stroke: '#6d7177', width: 1.4 },
    { d: box(492, top + 2, 16, 22, 4), fill: '#c9ccd0' },
    { d: box(495.5, top + 20, 9, 34, 4), fill: '#dcdee1' },
    { d: box(497.5, top + 38, 5, 10, 2), fill: '#5b5e63' },
  ];
}

function pockets(): readonly Shade[] {
  return ([1, -1] as const).flatMap((half): readonly Shade[] => {
    const mouth = line(at(half * 132, 618), at(half * 190, 722));
    const welt = polygon(at(half * 128, 622), at(half * 144, 613), at(half * 202, 717), at(half * 186, 726));
    return [
      { tone: 'dark', blur: 'mid', opacity: 0.4, stroke: 12, d: open(shifted(mouth, half * 8, 2)) },
      ...seam(welt),
      { tone: 'light', blur: 'fine', opacity: 0.25, d: welt },
      stitches(open(shifted(mouth, half * -10, 5))),
    ];
  });
}

/** A bomber jacket with a metal zip, slanted pockets and rib bands. */
export function zipJacket(side: Side): Template {
  const lines = topLines(CUT);
  const [right, left] = sleeveOutlines(lines);
  const bands = ribBands(lines, 54);
  const front = side === 'front';
  const foot: Curve = front ? FOOT : [at(0, NY + 16), at(40, NY + 16), at(78, NY + 8), at(NX, NY)];
  const body = bodyOutline(lines, foot);
  const end = line(at(NX - 16, NY - 34), at(NX, NY));
  const collar = symmetric(front ? RIM : BACK_RIM, end, reverse(foot));
  const inside = symmetric(BACK_RIM, reverse(RIM));
  const bottom = CUT.hem[1] + 19 + 52;
  return {
    unitsPerCm: CUT.unitsPerCm,
    printArea: front
      ? { x: 560, y: 330, width: 104, height: 104 }
      : { x: 500 - 160, y: NY + 90, width: 320, height: 400 },
    pieces: [
      ...bands.pieces,
      ...(front ? [{ d: inside, depth: 0.42 }] : []),
      { d: body },
      { d: right },
      { d: left },
      { d: collar },
    ],
    sweeps: [
      ...topSweeps(CUT, lines, body),
      { tone: 'dark', d: collar, from: at(-NX, 0), to: at(NX, 0), stops: rounded(0.34, 0.4, 0.5) },
    ],
    shades: [
      ...heavyFolds(CUT, lines),
      ...edges([body, right, left, collar]),
      ...topSeams(lines),
      ...bands.shades,
      ...ribbing(front ? RIM : BACK_RIM, foot, 20),
      ...seam(open(...across(foot))),
      { tone: 'dark', blur: 'mid', opacity: 0.3, stroke: 14, d: open(...across(shifted(foot, 0, 6))) },
      ...folds([CUT.armpit[0] - 20, 520], [60, 560], -14, 20, 0.5),
      ...(front ? pockets() : []),
      ...(front
        ? [
            { tone: 'dark', blur: 'mid', opacity: 0.4, stroke: 22, d: `M507 ${NY + 20}V${bottom}` } as const,
            {
              tone: 'light',
              blur: 'fine',
              opacity: 0.3,
              stroke: 4,
              d: `M485 ${NY + 66}V${bottom - 60}`,
            } as const,
            stitches(`M482 ${NY + 74}V${bottom - 56}M518 ${NY + 74}V${bottom - 56}`),
            ...[300, 400, 500, 590, 690].flatMap((y, i) =>
              fold(at(14, y), at(90 + i * 8, y + 34), 7, 14, 0.4),
            ),
            ...[340, 450, 540, 640, 740].flatMap((y, i) =>
              fold(at(-14, y), at(-80 - i * 9, y + 30), -7, 14, 0.4),
            ),
          ]
        : []),
    ],
    trims: front ? [...neckLabel(NY - 18), ...zip(bottom)] : [],
  };
}
