import { across, at, box, type Curve, disc, flipCurve, line, open, polygon, shifted } from '../drawing.ts';
import type { Shade, Side, Template, Trim } from '../template.ts';
import { both, seam, stitches } from './seams.ts';
import { acrossLeg, type TrouserCut, type TrouserLines, trousers } from './trousers.ts';

const STRAIGHT: TrouserCut = {
  waist: [142, 50],
  hip: [186, 216],
  crotch: 296,
  knee: { y: 590, outer: 206, inner: 46 },
  hem: { y: 944, outer: 204, inner: 62 },
  band: 34,
  unitsPerCm: 8,
};

const LOOSE: TrouserCut = {
  ...STRAIGHT,
  hip: [200, 220],
  knee: { y: 590, outer: 226, inner: 38 },
  hem: { y: 940, outer: 220, inner: 58 },
};

const THREAD = '#c9893f';
const thread = (d: string): Trim => ({ d, stroke: THREAD, width: 1.6, dash: '4.6 3', opacity: 0.85 });

const THIGH = { x: 556, y: 380, width: 96, height: 144 } as const;
const SEAT = { x: 562, y: 420, width: 96, height: 144 } as const;

function loops(y: number, xs: readonly number[]): readonly Shade[] {
  return xs.flatMap((x) => {
    const d = box(500 + x - 6, y + 3, 12, 42, 2);
    return [
      ...seam(d),
      { tone: 'light', blur: 'fine', opacity: 0.18, d } as const,
      stitches(`M${500 + x - 4} ${y + 8}h8M${500 + x - 4} ${y + 40}h8`),
    ];
  });
}

function fly(cut: TrouserCut): string {
  const top = cut.waist[1] + cut.band + 12;
  return `M534 ${top}V${cut.crotch - 92}C534 ${cut.crotch - 50} 520 ${cut.crotch - 40} 502 ${cut.crotch - 34}`;
}

const button = (x: number, y: number, fill: string): readonly Trim[] => [
  { d: disc(x, y + 2, 9), fill: '#000', opacity: 0.35 },
  { d: disc(x, y, 8.6), fill },
  { d: disc(x - 1.5, y - 2, 2.6), fill: '#fff', opacity: 0.5 },
];

const rivet = (x: number, y: number): Trim => ({ d: disc(x, y, 3), fill: '#b98d52' });

function hems(lines: TrouserLines, above: number, row: (d: string) => Trim): readonly Trim[] {
  const curve = acrossLeg(lines, above);
  return [row(open(curve)), row(open(flipCurve(curve)))];
}

/** Five-pocket jeans with contrast thread, rivets and a leather patch. */
export function jeans(side: Side): Template {
  const cut = STRAIGHT;
  const [wx, wy] = cut.waist;
  const foot = wy + cut.band;
  return trousers(cut, 0.3, side === 'front' ? THIGH : SEAT, (lines) => {
    const worn: Shade[] = [1, -1].map((half) => ({
      tone: 'light',
      blur: 'soft',
      opacity: 0.26,
      d: polygon(at(half * 78, 340), at(half * 150, 330), at(half * 158, 640), at(half * 90, 650)),
    }));
    const band = [
      ...across(shifted(lines.bandTop, 0, 6)).map((curve) => thread(open(curve))),
      ...across(shifted(lines.bandFoot, 0, -5)).map((curve) => thread(open(curve))),
      ...hems(lines, 18, thread),
      thread(open(shifted(lines.outseam, -6, 0))),
      thread(open(flipCurve(shifted(lines.outseam, -6, 0)))),
    ];
    if (side === 'back') {
      const yoke: Curve = [at(0, foot + 76), at(60, foot + 62), at(110, foot + 48), at(wx + 14, foot + 40)];
      const pocket = polygon(
        at(48, foot + 92),
        at(142, foot + 74),
        at(150, foot + 170),
        at(104, foot + 204),
        at(54, foot + 184),
      );
      const pocketLeft = polygon(
        at(-48, foot + 92),
        at(-142, foot + 74),
        at(-150, foot + 170),
        at(-104, foot + 204),
        at(-54, foot + 184),
      );
      const slashes = [1, -1].flatMap((half) =>
        [0, 9].map((dy) =>
          thread(open(line(at(half * 60, foot + 168 + dy), at(half * 140, foot + 122 + dy)))),
        ),
      );
      return {
        shades: [
          ...worn,
          ...loops(wy, [-120, -64, 0, 64, 120]),
          ...seam(open(...across(yoke))),
          ...[pocket, pocketLeft].flatMap((d): readonly Shade[] => [
            { tone: 'dark', blur: 'mid', opacity: 0.3, stroke: 10, d },
            ...seam(d),
          ]),
        ],
        trims: [
          ...band,
          ...across(yoke).map((curve) => thread(open(shifted(curve, 0, -6)))),
          thread(pocket),
          thread(pocketLeft),
          ...slashes,
          { d: box(560, wy + 6, 62, 36, 3), fill: '#8a5a34' },
          { d: box(565, wy + 11, 52, 26, 2), stroke: '#5c3a1f', width: 1.6, dash: '4 3' },
          { d: `M576 ${wy + 21}h30M580 ${wy + 29}h22`, stroke: '#4d2f18', width: 2.4 },
        ],
      };
    }
    const scoop: Curve = [at(74, foot + 10), at(80, foot + 58), at(120, foot + 84), at(wx + 25, foot + 84)];
    const coin: Curve = [at(100, foot + 62), at(112, foot + 58), at(126, foot + 56), at(140, foot + 55)];
    return {
      shades: [
        ...worn,
        ...loops(wy, [-112, -58, 58, 112]),
        ...both(scoop).flatMap(seam),
        ...both(shifted(scoop, -2, 5)).map(
          (d) => ({ tone: 'dark', blur: 'mid', opacity: 0.3, stroke: 9, d }) as const,
        ),
        ...seam(open(coin)),
        ...seam(fly(cut)),
      ],
      trims: [
        ...band,
        ...both(shifted(scoop, -3, 5)).map(thread),
        ...both(shifted(scoop, -6, 10)).map(thread),
        thread(open(shifted(coin, 0, 4))),
        thread(fly(cut)),
        thread(fly(cut).replace('M534', 'M528').replace('C534', 'C528')),
        ...button(500, wy + 26, '#b48a50'),
        rivet(577, foot + 18),
        rivet(423, foot + 18),
        rivet(648, foot + 80),
        rivet(352, foot + 80),
      ],
    };
  });
}

function slantPocket(cut: TrouserCut): readonly Shade[] {
  const foot = cut.waist[1] + cut.band;
  const mouth = line(at(108, foot + 8), at(cut.waist[0] + 32, foot + 112));
  return [
    ...both(mouth).flatMap(seam),
    ...both(shifted(mouth, 6, 0)).map(
      (d) => ({ tone: 'dark', blur: 'mid', opacity: 0.34, stroke: 10, d }) as const,
    ),
    ...both(shifted(mouth, -7, 3)).map((d) => stitches(d)),
  ];
}

/** The back pockets of chinos and cargo trousers: a welt with a button. */
function weltPockets(cut: TrouserCut): { shades: readonly Shade[]; trims: readonly Trim[] } {
  const y = cut.waist[1] + cut.band + 96;
  const welts = [1, -1].map((half) =>
    polygon(at(half * 52, y), at(half * 140, y - 8), at(half * 140, y + 6), at(half * 52, y + 14)),
  );
  return {
    shades: welts.flatMap((d): readonly Shade[] => [
      ...seam(d),
      { tone: 'dark', blur: 'fine', opacity: 0.3, d },
    ]),
    trims: [...button(596, y + 28, '#5d5140'), ...button(404, y + 28, '#5d5140')],
  };
}

const plainHem = (lines: TrouserLines): readonly Shade[] => {
  const curve = acrossLeg(lines, 20);
  return [stitches(open(curve)), stitches(open(flipCurve(curve)))];
};

/** Chinos: slanted pockets, a clean front and welt pockets behind. */
export function chinos(side: Side): Template {
  const cut = STRAIGHT;
  return trousers(cut, 0.3, side === 'front' ? THIGH : SEAT, (lines) => {
    const shared: readonly Shade[] = [
      ...loops(cut.waist[1], side === 'front' ? [-112, -58, 58, 112] : [-120, -60, 0, 60, 120]),
      ...plainHem(lines),
    ];
    if (side === 'back') {
      const welt = weltPockets(cut);
      return { shades: [...shared, ...welt.shades], trims: welt.trims };
    }
    return {
      shades: [...shared, ...slantPocket(cut), stitches(fly(cut)), ...seam(fly(cut))],
      trims: button(500, cut.waist[1] + 26, '#5d5140'),
    };
  });
}

/** Cargo trousers: wide, with flap pockets on the thighs and seamed knees. */
export function cargoPants(side: Side): Template {
  const cut = LOOSE;
  return trousers(cut, 1, side === 'front' ? { x: 524, y: 372, width: 80, height: 120 } : SEAT, (lines) => {
    const pockets = [1, -1].flatMap((half): readonly Shade[] => {
      const bag = polygon(at(half * 124, 452), at(half * 222, 446), at(half * 226, 586), at(half * 128, 594));
      const flap = polygon(
        at(half * 120, 440),
        at(half * 224, 434),
        at(half * 226, 478),
        at(half * 174, 494),
        at(half * 122, 484),
      );
      return [
        { tone: 'dark', blur: 'mid', opacity: 0.36, stroke: 12, d: bag },
        ...seam(bag),
        ...seam(open(line(at(half * 176, 492), at(half * 178, 590)))),
        { tone: 'light', blur: 'fine', opacity: 0.16, d: flap },
        {
          tone: 'dark',
          blur: 'mid',
          opacity: 0.44,
          stroke: 11,
          d: open(
            line(at(half * 122, 488), at(half * 174, 499)),
            line(at(half * 174, 499), at(half * 227, 482)),
          ),
        },
        ...seam(flap),
        stitches(
          open(
            line(at(half * 127, 479), at(half * 174, 488)),
            line(at(half * 174, 488), at(half * 221, 473)),
          ),
        ),
      ];
    });
    const knees = both(line(at(42, 640), at(224, 626))).flatMap(seam);
    const snaps = [...button(674, 478, '#3b3b38'), ...button(326, 478, '#3b3b38')];
    const shared = [...loops(cut.waist[1], [-112, -58, 58, 112]), ...plainHem(lines), ...knees, ...pockets];
    if (side === 'back') {
      const welt = weltPockets(cut);
      return { shades: [...shared, ...welt.shades], trims: [...welt.trims, ...snaps] };
    }
    return {
      shades: [...shared, ...slantPocket(cut), stitches(fly(cut)), ...seam(fly(cut))],
      trims: [...button(500, cut.waist[1] + 26, '#3b3b38'), ...snaps],
    };
  });
}
