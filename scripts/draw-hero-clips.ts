import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';

/*
 * Draws the clips that loop behind the board-game hero, and their first picture. Needs a Chromium of the machine's own:
 * CHROMIUM=/usr/bin/chromium node scripts/draw-hero-clips.ts
 */

const width = 1280;
const height = 720;
const rate = 24;
const seconds = 7;
const bitrate = 620_000;
const scenes = ['table', 'meeples'] as const;
const posterWidths = [800, 1600];

const pictures = join(import.meta.dirname, '../app/landing/pictures');
const sources = join(import.meta.dirname, 'hero-clips');

/** Runs in the page: draws every frame of a scene and gives the finished file as base64. */
async function film(options: {
  scene: string;
  width: number;
  height: number;
  rate: number;
  frames: number;
  bitrate: number;
}) {
  const { scene, width, height, rate, frames, bitrate } = options;
  const [scenesModule, muxer] = await Promise.all([
    import(new URL('/scene.js', location.href).href),
    import(new URL('/webm.js', location.href).href),
  ]);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  const draw = scenesModule[scene](width, height);
  const coded: { data: Uint8Array; key: boolean }[] = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      coded.push({ data, key: chunk.type === 'key' });
    },
    error(problem) {
      throw problem;
    },
  });
  encoder.configure({
    codec: 'vp09.00.31.08',
    width,
    height,
    bitrate,
    framerate: rate,
    latencyMode: 'quality',
  });
  for (let n = 0; n < frames; n += 1) {
    draw(context, n / frames);
    const frame = new VideoFrame(canvas, { timestamp: Math.round((n * 1_000_000) / rate) });
    encoder.encode(frame, { keyFrame: n === 0 });
    frame.close();
    while (encoder.encodeQueueSize > 4) await new Promise((done) => setTimeout(done, 5));
  }
  await encoder.flush();
  return muxer.webm({ width, height, rate, frames: coded }).toBase64() as string;
}

/** Runs in the page: one frame of a scene in twice the size, as base64 of a PNG. */
async function still(options: { scene: string; width: number; height: number }) {
  const { scene, width, height } = options;
  const scenesModule = await import(new URL('/scene.js', location.href).href);
  const canvas = new OffscreenCanvas(width, height);
  scenesModule[scene](width, height)(canvas.getContext('2d'), 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return (new Uint8Array(await blob.arrayBuffer()) as Uint8Array & { toBase64(): string }).toBase64();
}

const server = createServer(async (request, response) => {
  const name = /^\/(scene|webm)\.js$/.exec(request.url ?? '')?.[0];
  response.setHeader('content-type', name ? 'text/javascript' : 'text/html');
  response.end(name ? await readFile(join(sources, name)) : '<!doctype html>');
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  for (const scene of scenes) {
    const clip = await page.evaluate(film, { scene, width, height, rate, frames: rate * seconds, bitrate });
    await writeFile(join(pictures, `${scene}.webm`), Buffer.from(clip, 'base64'));
  }
  const poster = Buffer.from(
    await page.evaluate(still, { scene: scenes[0], width: 1600, height: 900 }),
    'base64',
  );
  for (const wide of posterWidths) {
    await sharp(poster)
      .resize(wide)
      .webp({ quality: 68, effort: 6 })
      .toFile(join(pictures, `${scenes[0]}-${wide}.webp`));
  }
} finally {
  await browser.close();
  server.close();
}
