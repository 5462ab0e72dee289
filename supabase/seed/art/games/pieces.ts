import { area, dot, put, rect, times } from '../ink.ts';

const MEEPLE =
  'M0-98C20-98 34-82 34-62C34-48 28-40 22-34C46-26 92-14 96 14C98 32 70 34 46 34C52 58 66 78 66 92C66 100 60 102 52 102H20C8 102 8 84 0 76C-8 84-8 102-20 102H-52C-60 102-66 100-66 92C-66 78-52 58-46 34C-70 34-98 32-96 14C-92-14-46-26-22-34C-28-40-34-48-34-62C-34-82-20-98 0-98Z';

/** Mixes two six-digit colours. */
export function blend(a: string, b: string, share: number): string {
  const part = (start: number): string => {
    const from = Number.parseInt(a.slice(start, start + 2), 16);
    const to = Number.parseInt(b.slice(start, start + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** A wooden figure standing on the table, its feet at the origin. */
export function meeple(x: number, y: number, scale: number, color: string): string {
  const dark = blend(color, '#000000', 0.42);
  const body = times(
    7,
    (i) => `<path d="${MEEPLE}" fill="${dark}" transform="translate(${14 - i * 2} ${-i})"/>`,
  );
  return put(
    `${body}<path d="${MEEPLE}" fill="${color}" transform="translate(0 -7)"/><path d="${MEEPLE}" fill="none" stroke="${blend(color, '#ffffff', 0.4)}" stroke-width="3" transform="translate(-1 -9)" opacity=".7"/>${area('M-30-66C-26-88 0-96 14-88C-4-84-18-76-22-58Z', '#ffffff', ' opacity=".25"')}`,
    x,
    y - 102 * scale,
    scale,
  );
}

/** A wooden figure lying flat, seen from above. */
export function flatMeeple(x: number, y: number, scale: number, color: string, angle: number): string {
  return put(
    `<path d="${MEEPLE}" fill="${blend(color, '#000000', 0.45)}" transform="translate(6 9)"/><path d="${MEEPLE}" fill="${color}"/><path d="${MEEPLE}" fill="none" stroke="${blend(color, '#ffffff', 0.45)}" stroke-width="3" opacity=".6" transform="translate(-1 -2) scale(.96)"/>`,
    x,
    y,
    scale,
    angle,
  );
}

/** A wooden cube seen from above at a slant. */
export function cube(x: number, y: number, size: number, color: string): string {
  const s = size;
  return (
    area(
      `M${x} ${y - s * 0.9}l${s * 0.86} ${s * 0.42}l${-s * 0.86} ${s * 0.42}l${-s * 0.86} ${-s * 0.42}Z`,
      blend(color, '#ffffff', 0.25),
    ) +
    area(`M${x - s * 0.86} ${y - s * 0.48}l${s * 0.86} ${s * 0.42}v${s}l${-s * 0.86} ${-s * 0.42}Z`, color) +
    area(
      `M${x + s * 0.86} ${y - s * 0.48}l${-s * 0.86} ${s * 0.42}v${s}l${s * 0.86} ${-s * 0.42}Z`,
      blend(color, '#000000', 0.35),
    )
  );
}

/** A die on the table: three faces with pips. */
export function dieOnTable(x: number, y: number, size: number, color: string, pip: string): string {
  const s = size;
  const spot = (dx: number, dy: number, flat: boolean): string =>
    `<ellipse cx="${x + dx * s}" cy="${y + dy * s}" rx="${s * (flat ? 0.13 : 0.09)}" ry="${s * (flat ? 0.075 : 0.12)}" fill="${pip}"/>`;
  return (
    cube(x, y, s, color) +
    spot(0, -0.48, true) +
    spot(-0.6, 0.02, false) +
    spot(-0.25, 0.62, false) +
    spot(0.62, -0.14, false) +
    spot(0.43, 0.24, false) +
    spot(0.22, 0.62, false)
  );
}

/** A stack of round tokens. */
export function tokens(x: number, y: number, r: number, count: number, color: string): string {
  return times(count, (i) => {
    const top = y - i * r * 0.3;
    return `<ellipse cx="${x}" cy="${top}" rx="${r}" ry="${r * 0.46}" fill="${blend(color, '#000000', 0.38)}"/><ellipse cx="${x}" cy="${top - r * 0.22}" rx="${r}" ry="${r * 0.46}" fill="${i % 2 ? blend(color, '#ffffff', 0.1) : color}"/><ellipse cx="${x}" cy="${top - r * 0.22}" rx="${r * 0.66}" ry="${r * 0.29}" fill="none" stroke="${blend(color, '#ffffff', 0.4)}" stroke-width="2"/>`;
  });
}

/** A round token seen from above. */
export const flatToken = (x: number, y: number, r: number, color: string): string =>
  dot(x + 3, y + 5, r, blend(color, '#000000', 0.5)) +
  dot(x, y, r, color) +
  `<circle cx="${x}" cy="${y}" r="${r * 0.7}" fill="none" stroke="${blend(color, '#ffffff', 0.45)}" stroke-width="3"/>`;

/** A wooden cube seen from straight above. */
export const flatCube = (x: number, y: number, s: number, color: string, angle: number): string =>
  put(
    rect(-s / 2 + 4, -s / 2 + 6, s, s, blend(color, '#000000', 0.5), 3) +
      rect(-s / 2, -s / 2, s, s, color, 3) +
      rect(-s / 2 + 3, -s / 2 + 3, s - 12, s - 12, blend(color, '#ffffff', 0.16), 2),
    x,
    y,
    1,
    angle,
  );
