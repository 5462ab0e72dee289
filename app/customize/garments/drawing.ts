/** A point in template units; every template is drawn on a 1000 × 1000 sheet. */
export type Point = readonly [x: number, y: number];

/** A cubic curve: start, two handles, end. */
export type Curve = readonly [Point, Point, Point, Point];

const round = (value: number): number => Math.round(value * 10) / 10;

const text = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** Reflects a point in the sheet's vertical middle. */
export const flip = ([x, y]: Point): Point => [1000 - x, y];

/** A point given by its distance from the middle, so that both halves read alike. */
export const at = (dx: number, y: number): Point => [500 + dx, y];

export const flipCurve = (curve: Curve): Curve => [
  flip(curve[0]),
  flip(curve[1]),
  flip(curve[2]),
  flip(curve[3]),
];

export const reverse = (curve: Curve): Curve => [curve[3], curve[2], curve[1], curve[0]];

/** A straight line as a curve. */
export const line = (from: Point, to: Point): Curve => [from, mix(from, to, 1 / 3), mix(from, to, 2 / 3), to];

export const mix = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];

export const add = (a: Point, dx: number, dy: number): Point => [a[0] + dx, a[1] + dy];

/** The point of a curve at t in 0..1. */
export function pointOn(curve: Curve, t: number): Point {
  const u = 1 - t;
  const [a, b, c, d] = curve;
  const weigh = (i: 0 | 1): number =>
    u * u * u * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t * t * t * d[i];
  return [weigh(0), weigh(1)];
}

/** An open path along curves that follow one another. */
export function open(...curves: readonly Curve[]): string {
  const [first] = curves;
  if (!first) return '';
  let d = `M${text(first[0])}`;
  let last = first[0];
  for (const [from, a, b, to] of curves) {
    if (from[0] !== last[0] || from[1] !== last[1]) d += `L${text(from)}`;
    d += `C${text(a)} ${text(b)} ${text(to)}`;
    last = to;
  }
  return d;
}

function isClockwise(curves: readonly Curve[]): boolean {
  const corners = curves.flatMap((curve) => curve.slice(0, 3));
  let area = 0;
  for (const [i, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[(i + 1) % corners.length] ?? [x, y];
    area += x * nextY - nextX * y;
  }
  return area > 0;
}

/**
 * A closed shape along curves that follow one another. It always runs clockwise: several shapes in one
 * clipping path must not cancel each other out.
 */
export function closed(...curves: readonly Curve[]): string {
  const ordered = isClockwise(curves) ? curves : curves.map(reverse).reverse();
  return `${open(...ordered)}Z`;
}

/** A shape whose right half is given from top to bottom; the left half is its reflection. */
export function symmetric(...right: readonly Curve[]): string {
  const left = right.map((curve) => reverse(flipCurve(curve))).reverse();
  return closed(...right, ...left);
}

/** A closed polygon. */
export const polygon = (...points: readonly Point[]): string => `M${points.map(text).join('L')}Z`;

/** A fold as a pointed leaf from one point to another; `bow` bends it sideways, `width` is its belly. */
export function leaf(from: Point, to: Point, bow: number, width: number): string {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy) || 1;
  const normal: Point = [-dy / length, dx / length];
  const middle = mix(from, to, 0.45);
  const side = (reach: number): Point => add(middle, normal[0] * reach, normal[1] * reach);
  return `M${text(from)}Q${text(side(bow))} ${text(to)}Q${text(side(bow + width))} ${text(from)}Z`;
}

/** Short lines between two curves, as the ribs of a knitted cuff. */
export function ribs(a: Curve, b: Curve, count: number): string {
  let d = '';
  for (let i = 1; i < count; i++) {
    const t = i / count;
    d += `M${text(pointOn(a, t))}L${text(pointOn(b, t))}`;
  }
  return d;
}

/** A curve moved sideways by the same amount everywhere. */
export const shifted = (curve: Curve, dx: number, dy: number): Curve => [
  add(curve[0], dx, dy),
  add(curve[1], dx, dy),
  add(curve[2], dx, dy),
  add(curve[3], dx, dy),
];

/** A rectangle with rounded corners as a path. */
export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2);
  return `M${round(x + r)} ${round(y)}h${round(width - 2 * r)}q${r} 0 ${r} ${r}v${round(height - 2 * r)}q0 ${r} ${-r} ${r}h${round(2 * r - width)}q${-r} 0 ${-r} ${-r}v${round(2 * r - height)}q0 ${-r} ${r} ${-r}Z`;
}

/** A full circle as a path. */
export const disc = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A curve that starts in the middle, led over to the other half as well: left part first. */
export const across = (fromMiddle: Curve): readonly [Curve, Curve] => [
  reverse(flipCurve(fromMiddle)),
  fromMiddle,
];

/** The point beside the way from one point to another, `reach` to its left. */
export function beside(from: Point, to: Point, t: number, reach: number): Point {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy) || 1;
  return add(mix(from, to, t), (dy / length) * reach, (-dx / length) * reach);
}
