import { across, at, type Curve, line, open, type Point, reverse, shifted, symmetric } from '../drawing.ts';
import type { Piece, Shade, Side, Trim } from '../template.ts';
import { ribbing, seam } from './seams.ts';
import type { TopCut } from './top.ts';

/** The neck of a garment: its line on the body, its pieces behind and before the body, and its finish. */
export interface Neck {
  /** From the middle to the shoulder seam, where the body begins. */
  readonly line: Curve;
  readonly behind: readonly Piece[];
  readonly before: readonly Piece[];
  readonly shades: readonly Shade[];
  readonly trims: readonly Trim[];
}

const whole = (fromMiddle: Curve): string => open(...across(fromMiddle));

/** A woven label inside the back neck. */
export const neckLabel = (y: number): readonly Trim[] => [
  { d: `M480 ${y}h40v26h-40Z`, fill: '#f3f1ea' },
  { d: `M487 ${y + 9}h26M491 ${y + 16}h18`, stroke: '#3a3d44', width: 2, opacity: 0.7 },
];

/** A knitted crew collar: `drop` is how low it hangs in front, `width` the height of its rib. */
export function crewNeck(cut: TopCut, side: Side, drop: number, width: number): Neck {
  const [nx, ny] = cut.neck;
  const tip: Point = at(nx - width * 0.8, ny - width * 0.36);
  const reach = tip[0] - 500;
  const low = side === 'front' ? drop : 10;
  const outer: Curve = [
    at(0, ny + low + width),
    at(nx * 0.58, ny + low + width),
    at(nx * 0.95, ny + low * 0.62),
    at(nx, ny),
  ];
  const inner: Curve = [at(0, ny + low), at(reach * 0.6, ny + low), at(reach * 0.97, ny + low * 0.52), tip];
  const shoulderEnd = line(tip, at(nx, ny));
  const rib: Piece = { d: symmetric(inner, shoulderEnd, reverse(outer)) };
  const shades: Shade[] = [
    ...ribbing(inner, outer, side === 'front' ? 26 : 20),
    ...seam(whole(outer)),
    { tone: 'dark', blur: 'mid', opacity: 0.2, stroke: 10, d: whole(shifted(outer, 0, 7)) },
    { tone: 'light', blur: 'fine', opacity: 0.2, stroke: 5, d: whole(shifted(inner, 0, width * 0.4)) },
  ];
  if (side === 'back') return { line: outer, behind: [], before: [rib], shades, trims: [] };
  const backTop: Curve = [at(0, ny + 8), at(reach * 0.5, ny + 8), at(reach * 0.9, ny + 1), tip];
  const backSeam: Curve = shifted(backTop, 0, width);
  return {
    line: outer,
    behind: [{ d: symmetric(backTop, reverse(inner)), depth: 0.34 }],
    before: [rib],
    shades: [
      ...shades,
      ...ribbing(backTop, backSeam, 18),
      ...seam(whole(backSeam)),
      { tone: 'dark', blur: 'mid', opacity: 0.42, stroke: 18, d: whole(shifted(inner, 0, -6)) },
      { tone: 'dark', blur: 'fine', opacity: 0.4, stroke: 4, d: whole(shifted(inner, 0, -1)) },
    ],
    trims: neckLabel(ny + 12 + width),
  };
}
