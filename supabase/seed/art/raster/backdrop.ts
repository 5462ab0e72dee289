import { type Pixels, rgb } from './pixels.ts';
import { grain, rumples } from './surface.ts';

/** A studio ground: light falls from the upper left onto one colour; `rough` adds the texture of paper or concrete. */
export interface Ground {
  readonly hex: string;
  /** How much darker the far corner is, 0..1. */
  readonly fall: number;
  readonly rough?: 'paper' | 'concrete';
}

const kept = new Map<string, Pixels>();

/** Paints a ground of the wanted size; the same ground is painted once. */
export function backdrop(ground: Ground, width: number, height = width): Pixels {
  const key = JSON.stringify([ground, width, height]);
  const known = kept.get(key);
  if (known) return known;
  const data = new Uint8Array(width * height * 4);
  const [red, green, blue] = rgb(ground.hex);
  const dust = grain('dust', 256, 'none');
  const stain = rumples('stain', 512);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / width - 0.4;
      const v = y / height - 0.32;
      const distance = Math.min(1, (u * u + v * v) * 1.35);
      const speck = (dust.data[(y & 255) * 256 + (x & 255)] ?? 0) / 127;
      let light = 1.02 - ground.fall * distance + speck * 0.006;
      if (ground.rough) {
        const patch = (stain.data[((y * 0.6) & 511) * 512 + ((x * 0.6) & 511)] ?? 0) / 127;
        light += ground.rough === 'concrete' ? speck * 0.035 + patch * 0.035 : speck * 0.012;
      }
      const o = (y * width + x) * 4;
      data[o] = Math.min(255, red * light);
      data[o + 1] = Math.min(255, green * light);
      data[o + 2] = Math.min(255, blue * light);
      data[o + 3] = 255;
    }
  }
  const painted = { data, width, height };
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
