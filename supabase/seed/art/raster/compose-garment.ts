import type { Pixels } from './pixels.ts';
import type { Field } from './surface.ts';

/** A garment drawn in white, in planes of one byte a pixel. */
export interface ClothLayers {
  /** Width and height of every plane. */
  readonly size: number;
  /** How much of a pixel the garment covers. */
  readonly cover: Uint8Array;
  /** The white cloth, darker where it lies inside or behind. */
  readonly tint: Uint8Array;
  readonly dark: Uint8Array;
  readonly light: Uint8Array;
  /** The garment's outline, soft, for its shadow on the ground. */
  readonly ground: Uint8Array;
  /** Buttons, zips and labels as straight RGBA. */
  readonly trims: Uint8Array | undefined;
}

/** A drawn print and where its pixels lie in the picture. */
export interface Inked extends Pixels {
  readonly left: number;
  readonly top: number;
}

export interface ClothLook {
  readonly rgb: readonly [number, number, number];
  readonly strength: { readonly dark: number; readonly light: number };
  readonly print: Inked | undefined;
  /** How deep creases are, and how rough the threads; about 0.1 and 0.03. */
  readonly rumple: number;
  readonly roughness: number;
  readonly creases: Field;
  readonly threads: Field;
  /** Where on the field of creases the garment lies. */
  readonly drift: number;
  /** The layer pixel shown at the picture's upper left corner, and how many layer pixels one of its pixels spans. */
  readonly left: number;
  readonly top: number;
  readonly step: number;
}

/** What a byte of shading does to a colour, worked out once for all 256: multipliers in 1/256. */
function shadingTables({ strength, rumple, roughness }: ClothLook) {
  const dark = new Int32Array(256);
  const light = new Int32Array(256);
  const creaseDark = new Int32Array(256);
  const creaseLight = new Int32Array(256);
  const rough = new Int32Array(256);
  const ground = new Int32Array(256);
  for (let i = 0; i < 256; i++) {
    dark[i] = 256 * (1 - (i / 255) * strength.dark);
    light[i] = 256 * (i / 255) * strength.light;
    ground[i] = 256 - i * 0.32;
    // Fields hold signed bytes: index 128 is level.
    const slope = (i - 128) / 127;
    creaseDark[i] = 256 * (1 + Math.min(0, slope) * rumple * 1.3);
    creaseLight[i] = 256 * Math.max(0, slope) * rumple * 0.55 * strength.light;
    rough[i] = 4096 * slope * roughness;
  }
  return { dark, light, creaseDark, creaseLight, rough, ground };
}

/** Paints a garment, with its print and its shadow, onto a square picture of its ground. */
export function composeGarment(
  out: { readonly data: Uint8ClampedArray; readonly width: number },
  layers: ClothLayers,
  look: ClothLook,
): void {
  const { data, width } = out;
  // Local names, not properties: this loop runs for every pixel of every garment picture.
  const { size, cover, tint, trims, ground, dark: darkness, light: lightness } = layers;
  const { print, creases, threads, drift, left, top, step } = look;
  const [red, green, blue] = look.rgb;
  const { dark, light, creaseDark, creaseLight, rough: roughness, ground: shadow } = shadingTables(look);
  const creaseData = creases.data;
  const threadData = threads.data;
  const ink = print?.data ?? new Uint8Array(0);
  const inkLeft = print?.left ?? 0;
  const inkRight = inkLeft + (print?.width ?? 0);
  const scale = (creases.size / size) * 1.15;
  const creaseMask = creases.size - 1;
  const threadMask = threads.size - 1;
  const shiftX = Math.round(size * 0.007);
  const shiftY = Math.round(size * 0.014);
  const inside = (value: number): number => Math.min(size - 1, Math.max(0, Math.round(value)));
  const columns = Int32Array.from({ length: width }, (_, x) => inside(left + x * step));
  const creaseColumns = columns.map((x) => (x * scale + drift) & creaseMask);

  for (let y = 0; y < width; y++) {
    const sourceY = inside(top + y * step);
    const row = sourceY * size;
    const groundRow = Math.max(0, sourceY - shiftY) * size;
    const creaseRow = ((sourceY * scale + drift * 3) & creaseMask) * creases.size;
    const threadRow = (y & threadMask) * threads.size;
    const inkRow =
      print && y >= print.top && y < print.top + print.height ? (y - print.top) * print.width : -1;
    for (let x = 0; x < width; x++) {
      const column = columns[x] ?? 0;
      const s = row + column;
      const o = (y * width + x) * 4;
      const covered = cover[s] ?? 0;
      if (covered < 255) {
        const soft = ground[groundRow + Math.max(0, column - shiftX)] ?? 0;
        if (soft > 0) {
          const keep = shadow[soft] ?? 256;
          data[o] = ((data[o] ?? 0) * keep) >> 8;
          data[o + 1] = ((data[o + 1] ?? 0) * keep) >> 8;
          data[o + 2] = ((data[o + 2] ?? 0) * keep) >> 8;
        }
        if (covered === 0) continue;
      }
      let r: number = red;
      let g: number = green;
      let b: number = blue;
      const thread = threadData[threadRow + (x & threadMask)] ?? 0;
      if (inkRow >= 0 && x >= inkLeft && x < inkRight) {
        const p = (inkRow + x - inkLeft) * 4;
        const opacity = ink[p + 3] ?? 0;
        if (opacity > 0) {
          // Ink sits in the weave: where threads stand up it covers a little less.
          const hold = (opacity * (247 - (thread > 0 ? thread >> 2 : 0))) >> 8;
          r += (((ink[p] ?? 0) - r) * hold) >> 8;
          g += (((ink[p + 1] ?? 0) - g) * hold) >> 8;
          b += (((ink[p + 2] ?? 0) - b) * hold) >> 8;
        }
      }
      const crease = (creaseData[creaseRow + (creaseColumns[x] ?? 0)] ?? 0) + 128;
      const whole = tint[s] ?? 0;
      const shade = (((whole * (dark[darkness[s] ?? 0] ?? 0)) >> 8) * (creaseDark[crease] ?? 0)) >> 8;
      const lit = (((light[lightness[s] ?? 0] ?? 0) + (creaseLight[crease] ?? 0)) * whole) >> 8;
      const rough = roughness[thread + 128] ?? 0;
      r = (r * shade) >> 8;
      g = (g * shade) >> 8;
      b = (b * shade) >> 8;
      r += ((255 - r) * lit) >> 8;
      g += ((255 - g) * lit) >> 8;
      b += ((255 - b) * lit) >> 8;
      r += ((r + 26) * rough) >> 12;
      g += ((g + 26) * rough) >> 12;
      b += ((b + 26) * rough) >> 12;
      if (trims) {
        const opacity = trims[s * 4 + 3] ?? 0;
        if (opacity > 0) {
          r += (((trims[s * 4] ?? 0) - r) * opacity) >> 8;
          g += (((trims[s * 4 + 1] ?? 0) - g) * opacity) >> 8;
          b += (((trims[s * 4 + 2] ?? 0) - b) * opacity) >> 8;
        }
      }
      if (covered === 255) {
        data[o] = r;
        data[o + 1] = g;
        data[o + 2] = b;
      } else {
        data[o] = ((data[o] ?? 0) * (255 - covered) + r * covered) / 255;
        data[o + 1] = ((data[o + 1] ?? 0) * (255 - covered) + g * covered) / 255;
        data[o + 2] = ((data[o + 2] ?? 0) * (255 - covered) + b * covered) / 255;
      }
    }
  }
}
