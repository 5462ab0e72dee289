import type { Mask, Pixels } from './pixels.ts';

export type Corner = readonly [x: number, y: number];
/** Four corners: upper left, upper right, lower right, lower left. */
export type Quad = readonly [Corner, Corner, Corner, Corner];

/** The projective map that takes a quad to the unit square, as the nine numbers of a matrix. */
function toUnitSquare(quad: Quad): readonly number[] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad;
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / det;
  const h = (dx1 * dy3 - dx3 * dy1) / det;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  // The inverse of [[a b c] [d e f] [g h 1]], up to a factor.
  return [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

export interface Surface {
  readonly texture: Pixels;
  readonly quad: Quad;
  /** How bright the face is: 1 keeps the texture, less darkens it. */
  readonly light: number;
  /** Extra brightness from one side to the other, as a sheen over varnish. */
  readonly sheen?: number;
  /** Brightens the very edges, as worn board does; 0..1. */
  readonly edge?: number;
}

/** Paints a flat, opaque picture onto a quad of another, in true perspective and with smooth edges. */
export function paintSurface(out: Pixels, surface: Surface): void {
  const { texture, quad, light, sheen = 0, edge = 0 } = surface;
  const m = toUnitSquare(quad);
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0, m8 = 0] = m;
  const xs = quad.map(([x]) => x);
  const ys = quad.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs)) - 1);
  const right = Math.min(out.width - 1, Math.ceil(Math.max(...xs)) + 1);
  const top = Math.max(0, Math.floor(Math.min(...ys)) - 1);
  const bottom = Math.min(out.height - 1, Math.ceil(Math.max(...ys)) + 1);
  const spanX = Math.max(1, Math.max(...xs) - Math.min(...xs));
  const spanY = Math.max(1, Math.max(...ys) - Math.min(...ys));
  const { width, height, data } = texture;
  const target = out.data;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const w = m6 * (x + 0.5) + m7 * (y + 0.5) + m8;
      const u = (m0 * (x + 0.5) + m1 * (y + 0.5) + m2) / w;
      const v = (m3 * (x + 0.5) + m4 * (y + 0.5) + m5) / w;
      const inner = Math.min(Math.min(u, 1 - u) * spanX, Math.min(v, 1 - v) * spanY);
      if (inner < -0.5) continue;
      const cover = inner < 0.5 ? inner + 0.5 : 1;
      const tx = u <= 0 ? 0 : u >= 1 ? width - 1.001 : u * (width - 1);
      const ty = v <= 0 ? 0 : v >= 1 ? height - 1.001 : v * (height - 1);
      const x0 = tx | 0;
      const y0 = ty | 0;
      const fx = ((tx - x0) * 256) | 0;
      const fy = ((ty - y0) * 256) | 0;
      const i = (y0 * width + x0) * 4;
      const j = i + (x0 + 1 < width ? 4 : 0);
      const k = i + (y0 + 1 < height ? width * 4 : 0);
      const l = k + (j - i);
      let glow = light * (1 + sheen * (0.5 - u));
      if (edge > 0 && inner < 2.6) glow += edge * (1 - Math.max(0, inner) / 2.6);
      const gain = (glow * 256) | 0;
      const b = (fx * (256 - fy)) >> 8;
      const c = ((256 - fx) * fy) >> 8;
      const d = (fx * fy) >> 8;
      const a = 256 - b - c - d;
      const o = (y * out.width + x) * 4;
      for (let n = 0; n < 3; n++) {
        const mixed =
          ((data[i + n] ?? 0) * a +
            (data[j + n] ?? 0) * b +
            (data[k + n] ?? 0) * c +
            (data[l + n] ?? 0) * d) >>
          8;
        const lit = Math.min(255, (mixed * gain) >> 8);
        const before = target[o + n] ?? 0;
        target[o + n] = cover === 1 ? lit : before + (lit - before) * cover;
      }
    }
  }
}

/** The rows and columns of a mask that hold anything. */
function extentOf({ data, width, height }: Mask): {
  left: number;
  right: number;
  top: number;
  bottom: number;
} {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return { left, right, top, bottom };
}

/**
 * Darkens a picture under a mask: a shadow that falls on what is there. The mask is square, spans the picture's width
 * and is much smaller; `dx` and `dy` move it, in pixels of the picture.
 */
export function castShadow(out: Pixels, mask: Mask, strength: number, dx = 0, dy = 0): void {
  const { width, height, data } = out;
  const from = mask.data;
  const last = mask.width - 2;
  const scale = width / mask.width;
  const extent = extentOf(mask);
  const lowest = Math.min(height, Math.ceil((extent.bottom + 2) * scale) + dy);
  const rightmost = Math.min(width, Math.ceil((extent.right + 2) * scale) + dx);
  const leftmost = Math.max(0, Math.floor((extent.left - 1) * scale) + dx);
  for (let y = Math.max(0, Math.floor((extent.top - 1) * scale) + dy); y < lowest; y++) {
    const v = Math.max(0, (y - dy + 0.5) / scale - 0.5);
    const row = Math.min(last, v | 0);
    const fy = Math.min(1, v - row);
    for (let x = leftmost; x < rightmost; x++) {
      const u = Math.max(0, (x - dx + 0.5) / scale - 0.5);
      const column = Math.min(last, u | 0);
      const fx = Math.min(1, u - column);
      const i = row * mask.width + column;
      const upper = (from[i] ?? 0) * (1 - fx) + (from[i + 1] ?? 0) * fx;
      const lower = (from[i + mask.width] ?? 0) * (1 - fx) + (from[i + mask.width + 1] ?? 0) * fx;
      const shade = upper + (lower - upper) * fy;
      if (shade < 1) continue;
      const keep = 1 - (shade / 255) * strength;
      const o = (y * width + x) * 4;
      data[o] = (data[o] ?? 0) * keep;
      data[o + 1] = (data[o + 1] ?? 0) * keep;
      data[o + 2] = (data[o + 2] ?? 0) * keep;
    }
  }
}

/** Lays a picture with transparency over another, its upper left corner at a point. */
export function overlay(out: Pixels, top: Pixels, left = 0, down = 0): void {
  for (let y = 0; y < top.height; y++) {
    const oy = y + down;
    if (oy < 0 || oy >= out.height) continue;
    for (let x = 0; x < top.width; x++) {
      const ox = x + left;
      if (ox < 0 || ox >= out.width) continue;
      const i = (y * top.width + x) * 4;
      const alpha = (top.data[i + 3] ?? 0) / 255;
      if (alpha === 0) continue;
      const o = (oy * out.width + ox) * 4;
      for (let n = 0; n < 3; n++) {
        const before = out.data[o + n] ?? 0;
        out.data[o + n] = before + ((top.data[i + n] ?? 0) - before) * alpha;
      }
    }
  }
}
