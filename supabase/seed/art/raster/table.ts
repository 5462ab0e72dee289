import { LRUCache } from 'lru-cache';
import { type Pixels, rgb } from './pixels.ts';
import { grain, rumples } from './surface.ts';

/** A wooden table: seen from above, or running away towards a wall. */
export interface Table {
  readonly wood: string;
  /** The wall behind; without it the table is seen from above. */
  readonly wall?: string;
  /** Height of the table's far edge, as a share of the picture. */
  readonly horizon?: number;
}

const kept = new LRUCache<string, Pixels>({ max: 5 });

/** Paints a table of the wanted size under a warm lamp; the same table is painted once. */
export function paintTable(table: Table, size: number): Pixels {
  const key = JSON.stringify([table, size]);
  const known = kept.get(key);
  if (known) return known;
  const data = new Uint8Array(size * size * 4);
  const [red, green, blue] = rgb(table.wood);
  const [wr, wg, wb] = rgb(table.wall ?? '#000000');
  const fibre = grain('fibre', 256, 'none');
  const figure = rumples('cloth', 512);
  const horizon = table.wall ? (table.horizon ?? 0.5) * size : -1;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const o = (y * size + x) * 4;
      const nx = x / size;
      const ny = y / size;
      const lamp = Math.max(0, 1 - Math.sqrt((nx - 0.42) ** 2 + ((ny - 0.34) * 1.1) ** 2) * 1.05);
      data[o + 3] = 255;
      if (y < horizon) {
        const speck = (fibre.data[(y & 255) * 256 + (x & 255)] ?? 0) / 127;
        const light = 0.52 + lamp * 0.72 + speck * 0.012;
        data[o] = Math.min(255, wr * light + lamp * 14);
        data[o + 1] = Math.min(255, wg * light + lamp * 9);
        data[o + 2] = Math.min(255, wb * light);
        continue;
      }
      const depth = horizon < 0 ? 1 : size / (y - horizon + size * 0.16);
      const across = horizon < 0 ? nx * 2.2 : (nx - 0.5) * depth * 0.62 + 0.5;
      const along = horizon < 0 ? ny * 2.2 : depth * 0.42;
      const plank = Math.floor(across * 4);
      const seam = Math.abs(across * 4 - Math.round(across * 4));
      const u = Math.floor(across * 900 + plank * 131) & 511;
      const v = Math.floor(along * 110 + plank * 57) & 511;
      const ring = (figure.data[v * 512 + u] ?? 0) / 127;
      const line =
        (fibre.data[(Math.floor(along * 60) & 255) * 256 + (Math.floor(across * 760) & 255)] ?? 0) / 127;
      const tone = 0.86 + ((plank * 37) % 7) * 0.022;
      let light = tone * (0.6 + lamp * 0.62) * (1 + ring * 0.09 + line * 0.06);
      if (seam < 0.014) light *= 0.62 + (seam / 0.014) * 0.38;
      if (horizon >= 0) light *= 0.8 + Math.min(1, (y - horizon) / (size * 0.1)) * 0.2;
      data[o] = Math.min(255, red * light + lamp * 10);
      data[o + 1] = Math.min(255, green * light + lamp * 5);
      data[o + 2] = Math.min(255, blue * light);
    }
  }
  const painted = { data, width: size, height: size };
  kept.set(key, painted);
  return painted;
}
