import { LRUCache } from 'lru-cache';
import { type Pixels, rgb } from './pixels.ts';
import { grain, rumples } from './surface.ts';

/** A studio ground: light falls from the upper left onto one colour; `rough` adds the texture of paper or concrete. */
export interface Ground {
  readonly hex: string;
  /** How much darker the far corner is, 0..1. */
  readonly fall: number;
  readonly rough?: 'paper' | 'concrete';
}

const kept = new LRUCache<string, Pixels>({ max: 8 });

/** Paints a ground of the wanted size; the same ground is painted once. */
export function backdrop(ground: Ground, width: number, height = width): Pixels {
  const key = JSON.stringify([ground, width, height]);
  const known = kept.get(key);
  if (known) return known;
  const [red, green, blue] = rgb(ground.hex);
  const data = new Uint8ClampedArray(width * height * 4);
  const dust = grain('dust', 256, 'none').data;
  const stain = rumples('cloth', 512).data;
  const speckle = { none: 0.006, paper: 0.018, concrete: 0.041 }[ground.rough ?? 'none'] / 127;
  const patches = ground.rough === 'concrete' ? 0.035 / 127 : 0;
  for (let y = 0; y < height; y++) {
    const v = y / height - 0.32;
    const dustRow = (y & 255) * 256;
    const stainRow = ((y * 0.6) & 511) * 512;
    for (let x = 0; x < width; x++) {
      const u = x / width - 0.4;
      const distance = Math.min(1, (u * u + v * v) * 1.35);
      let light = 1.02 - ground.fall * distance + (dust[dustRow + (x & 255)] ?? 0) * speckle;
      if (patches > 0) light += (stain[stainRow + ((x * 0.6) & 511)] ?? 0) * patches;
      const o = (y * width + x) * 4;
      data[o] = red * light;
      data[o + 1] = green * light;
      data[o + 2] = blue * light;
      data[o + 3] = 255;
    }
  }
  const painted = { data: new Uint8Array(data.buffer), width, height };
  kept.set(key, painted);
  return painted;
}

/** A ground of one even colour. */
export function plainBackdrop(hex: string, size: number): Pixels {
  const [red, green, blue] = rgb(hex);
  const pixel = new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer);
  const data = new Uint8Array(new Uint32Array(size * size).fill(pixel[0] ?? 0).buffer);
  return { data, width: size, height: size };
}
