import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openStudio } from './clips/studio.ts';

/* Draws the clips that loop behind the board-game hero, and their first picture. */

const width = 1280;
const height = 720;
const rate = 24;
const seconds = 7;
const bitrate = 620_000;
const scenes = ['table', 'meeples'] as const;
const posterWidths = [800, 1600];

const pictures = join(import.meta.dirname, '../app/landing/pictures');

/** Runs in the page: films a scene. */
async function filmScene(options: {
  scene: string;
  width: number;
  height: number;
  rate: number;
  frames: number;
  bitrate: number;
}) {
  const { scene, ...format } = options;
  const [scenesModule, { film }] = await Promise.all([
    import(new URL('/hero-scenes.js', location.href).href),
    import(new URL('/film.js', location.href).href),
  ]);
  const clip: string = await film({ ...format, draw: scenesModule[scene](format.width, format.height) });
  return clip;
}

/** Runs in the page: one frame of a scene in twice the size, as base64 of a PNG. */
async function still(options: { scene: string; width: number; height: number }) {
  const { scene, width, height } = options;
  const scenesModule = await import(new URL('/hero-scenes.js', location.href).href);
  const canvas = new OffscreenCanvas(width, height);
  scenesModule[scene](width, height)(canvas.getContext('2d'), 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return (new Uint8Array(await blob.arrayBuffer()) as Uint8Array & { toBase64(): string }).toBase64();
}

const { page, close } = await openStudio();
try {
  for (const scene of scenes) {
    const clip = await page.evaluate(filmScene, {
      scene,
      width,
      height,
      rate,
      frames: rate * seconds,
      bitrate,
    });
    await writeFile(join(pictures, `${scene}.webm`), Buffer.from(clip, 'base64'));
  }
  const poster = Buffer.from(
    await page.evaluate(still, { scene: scenes[0], width: 1600, height: 900 }),
    'base64',
  );
  for (const wide of posterWidths) {
    await sharp(poster)
      .resize(wide)
      .avif({ quality: 50, effort: 9 })
      .toFile(join(pictures, `${scenes[0]}-${wide}.avif`));
  }
} finally {
  await close();
}
