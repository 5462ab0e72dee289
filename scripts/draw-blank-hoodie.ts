import { join } from 'node:path';
import sharp from 'sharp';
import { shootGarment } from '../supabase/seed/art/raster/garment-photo.ts';
import { type Pixels, rgb } from '../supabase/seed/art/raster/pixels.ts';

/*
 * Photographs the hoodie that the home page prints on, cut out with its shadow, in the widths the page asks for:
 * node scripts/draw-blank-hoodie.ts
 */

const size = 1200;
const widths = [480, 800, 1200];
const cloth = '#ece9e2';
const folder = join(import.meta.dirname, '../app/landing/pictures');

function flat(hex: string): Pixels {
  const [red, green, blue] = rgb(hex);
  const data = new Uint8Array(size * size * 4);
  for (let i = 0; i < data.length; i += 4) data.set([red, green, blue, 255], i);
  return { data, width: size, height: size };
}

const shoot = (ground: string) =>
  shootGarment({
    garment: 'Hoodie',
    side: 'front',
    hex: cloth,
    prints: [],
    backdrop: flat(ground),
    word: 'hero',
  });

/** What is the same on black and on white is cloth; what differs lets the ground through. */
function cutOut(onBlack: Pixels, onWhite: Pixels): Uint8Array {
  const data = new Uint8Array(onBlack.data.length);
  for (let i = 0; i < data.length; i += 4) {
    const through = ((onWhite.data[i + 1] ?? 0) - (onBlack.data[i + 1] ?? 0)) / 255;
    const cover = Math.min(1, Math.max(0, 1 - through));
    for (let channel = 0; channel < 3; channel += 1) {
      data[i + channel] =
        cover === 0 ? 0 : Math.min(255, Math.round((onBlack.data[i + channel] ?? 0) / cover));
    }
    data[i + 3] = Math.round(cover * 255);
  }
  return data;
}

const pixels = cutOut(await shoot('#000000'), await shoot('#ffffff'));
for (const width of widths) {
  await sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
    .resize(width)
    .avif({ quality: 45, effort: 9 })
    .toFile(join(folder, `blank-hoodie-${width}.avif`));
}
