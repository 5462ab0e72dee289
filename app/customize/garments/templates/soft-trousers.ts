import { across, at, type Curve, closed, flipCurve, line, open, reverse, shifted } from '../drawing.ts';
import type { Piece, Shade, Side, Template, Trim } from '../template.ts';
import { both, ribbing, seam, stitches } from './seams.ts';
import { acrossLeg, type TrouserCut, type TrouserLines, trousers } from './trousers.ts';

const SWEAT: TrouserCut = {
  waist: [138, 52],
  hip: [196, 224],
  crotch: 310,
  knee: { y: 600, outer: 212, inner: 44 },
  hem: { y: 898, outer: 184, inner: 84 },
  band: 46,
  unitsPerCm: 8.2,
};

const TRACK: TrouserCut = {
  ...SWEAT,
  hip: [186, 222],
  knee: { y: 596, outer: 196, inner: 50 },
  hem: { y: 944, outer: 168, inner: 84 },
};

const SHORT: TrouserCut = {
  waist: [186, 190],
  hip: [252, 400],
  crotch: 512,
  knee: { y: 760, outer: 312, inner: 20 },
  hem: { y: 768, outer: 312, inner: 26 },
  band: 58,
  unitsPerCm: 11,
};

const THIGH = { x: 556, y: 392, width: 98, height: 147 } as const;

function elastic(lines: TrouserLines): readonly Shade[] {
  return [
    ...ribbing(lines.bandTop, lines.bandFoot, 30),
    ...across(shifted(lines.bandTop, 0, 15)).map((curve) => stitches(open(curve), 0.2)),
    ...across(shifted(lines.bandTop, 0, 31)).map((curve) => stitches(open(curve), 0.2)),
    ...Array.from({ length: 16 }, (_, i): Shade => {
      const x = (i - 7.5) * ((lines.bandFoot[3][0] - 500) / 8.6);
      const y = lines.bandFoot[3][1] + 8;
      return {
        tone: 'dark',
        blur: 'mid',
        opacity: 0.22,
        stroke: 6,
        d: open(line(at(x, y), at(x * 1.03, y + 26 + ((i * 7) % 5) * 6))),
      };
    }),
  ];
}

function cord(y: number, color: string): readonly Trim[] {
  const strands = [
    `M490 ${y}C484 ${y + 30} 492 ${y + 62} 484 ${y + 104}`,
    `M510 ${y}C516 ${y + 26} 508 ${y + 60} 515 ${y + 92}`,
  ];
  return [
    ...strands.flatMap((d): Trim[] => [
      { d, stroke: '#000', width: 8, opacity: 0.22 },
      { d, stroke: color, width: 5.6 },
      { d, stroke: '#0005', width: 5.6, dash: '1 4.4' },
    ]),
    { d: `M484 ${y + 104}v13M515 ${y + 92}v13`, stroke: '#a9acb0', width: 6.4 },
    { d: `M490 ${y}h.1M510 ${y}h.1`, stroke: '#24262a', width: 9 },
  ];
}

function sidePockets(x: number, y: number, depth: number): readonly Shade[] {
  const mouth: Curve = [
    at(x, y),
    at(x + 14, y + depth * 0.4),
    at(x + 24, y + depth * 0.7),
    at(x + 30, y + depth),
  ];
  return [
    ...both(mouth).flatMap(seam),
    ...both(shifted(mouth, 6, 0)).map(
      (d) => ({ tone: 'dark', blur: 'mid', opacity: 0.36, stroke: 11, d }) as const,
    ),
    ...both(shifted(mouth, -7, 2)).map((d) => stitches(d)),
  ];
}

/** Fleece joggers with rib cuffs and a drawstring. */
export function sweatPants(side: Side): Template {
  return trousers(SWEAT, 0.9, THIGH, (lines) => {
    const [outer, a, b, inner] = lines.hem;
    const foot: Curve = [
      [outer[0] - 10, outer[1] + 50],
      [a[0] - 2, a[1] + 52],
      [b[0] + 2, b[1] + 52],
      [inner[0] + 6, inner[1] + 48],
    ];
    const cuff = [lines.hem, line(inner, foot[3]), reverse(foot), line(foot[0], outer)];
    const cuffs: readonly Piece[] = [{ d: closed(...cuff) }, { d: closed(...cuff.map(flipCurve)) }];
    return {
      pieces: cuffs,
      shades: [
        ...elastic(lines),
        ...ribbing(lines.hem, foot, 17),
        ...both(lines.hem).flatMap(seam),
        ...cuffs.map(({ d }) => ({ tone: 'dark', blur: 'mid', opacity: 0.36, stroke: 12, d }) as const),
        ...both(shifted(lines.hem, 0, -6)).map(
          (d) => ({ tone: 'dark', blur: 'mid', opacity: 0.3, stroke: 12, d }) as const,
        ),
        ...(side === 'front' ? sidePockets(136, 104, 110) : backPatch(150)),
      ],
      trims: side === 'front' ? cord(SWEAT.waist[1] + 34, '#dad7d0') : [],
    };
  });
}

function backPatch(y: number): readonly Shade[] {
  const pocket = `M548 ${y}h84v84q-42 22 -84 0Z`;
  return [
    ...seam(pocket),
    stitches(`M548 ${y + 12}h84`),
    { tone: 'dark', blur: 'mid', opacity: 0.2, stroke: 8, d: pocket },
  ];
}

/** Slim track trousers with a broad side stripe. */
export function trackPants(side: Side): Template {
  return trousers(TRACK, 0.4, THIGH, (lines) => {
    const inner = shifted(lines.outseam, -30, 0);
    const stripe = [
      shifted(lines.outseam, -11, 0),
      line(shifted(lines.outseam, -11, 0)[3], inner[3]),
      reverse(inner),
    ];
    const stripes = [closed(...stripe), closed(...stripe.map(flipCurve))];
    const zip = line(
      [lines.hem[0][0] - 40, lines.hem[0][1] - 120],
      [lines.hem[0][0] - 44, lines.hem[0][1] + 4],
    );
    const hem = acrossLeg(lines, 16);
    return {
      shades: [
        ...elastic(lines),
        ...(side === 'front' ? sidePockets(116, 108, 108) : backPatch(150)),
        ...both(hem).map((d) => stitches(d)),
        ...both(zip).flatMap(seam),
      ],
      trims: [
        ...stripes.map((d): Trim => ({ d, fill: '#f2f1ee', opacity: 0.92 })),
        ...(side === 'front' ? cord(TRACK.waist[1] + 34, '#f2f1ee') : []),
      ],
    };
  });
}

/** Jersey shorts with a drawstring. */
export function shorts(side: Side): Template {
  const thigh = { x: 600, y: 560, width: 132, height: 165 };
  return trousers(SHORT, 0.8, thigh, (lines) => {
    const hem = acrossLeg(lines, 22);
    return {
      shades: [
        ...elastic(lines),
        ...(side === 'front' ? sidePockets(178, 262, 150) : backPatch(320)),
        ...both(hem).map((d) => stitches(d)),
        ...both(shifted(hem, 0, -5)).map((d) => stitches(d)),
      ],
      trims: side === 'front' ? cord(SHORT.waist[1] + 42, '#dad7d0') : [],
    };
  });
}
