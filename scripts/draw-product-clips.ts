import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { colorFor } from '../app/customize/garments/colors.ts';
import { photographCase } from '../supabase/seed/art/cases/case-photo.ts';
import { photographGame } from '../supabase/seed/art/games/game-photo.ts';
import { photographGarment, planGarmentShots, printsOn } from '../supabase/seed/art/garment-shots.ts';
import { encode, type Pixels } from '../supabase/seed/art/raster/pixels.ts';
import { STUDIOS } from '../supabase/seed/art/studios.ts';
import { type DemoStore, demoStores } from '../supabase/seed/catalogue/demo-stores.ts';
import type { GarmentEntry } from '../supabase/seed/catalogue/entries.ts';
import { filmFile } from '../supabase/seed/films.ts';
import { openStudio } from './clips/studio.ts';

/* Films the products of the demo catalogue that have a video: node scripts/draw-product-clips.ts [part of a name] */

const size = 640;
const rate = 24;
const turnFrames = 96;
const sceneFrames = 120;

interface Clip {
  readonly file: string;
  readonly scene: 'turned' | 'printed' | 'scanned' | 'lit';
  readonly stills: readonly (() => Promise<Pixels>)[];
  readonly frames: number;
  readonly bitrate: number;
  /** Where the print lies, as shares of the picture, and the colour of ink or light. */
  readonly area?: { x: number; y: number; width: number; height: number };
  readonly ink?: string;
  readonly light?: string;
}

const swing = (step: number): number => (step / turnFrames) * 2 * Math.PI;
const turns = (photograph: (angle: number) => Promise<Pixels>) =>
  Array.from({ length: turnFrames }, (_, step) => () => photograph(swing(step)));

const garmentScenes = { inkthread: 'printed', northblock: 'scanned', duoworks: 'lit' } as const;

function garmentClip(id: keyof typeof garmentScenes, entry: GarmentEntry): Clip {
  const plan = planGarmentShots(entry)[0] ?? { color: 'white', side: 'front', near: false };
  const { hex } = colorFor(entry.garment, plan.color);
  const area = printsOn(entry, plan.side, hex)[0]?.area ?? { x: 300, y: 300, width: 400, height: 400 };
  const sizes = { main: 1280, detail: 1280 };
  const photograph = (one: GarmentEntry, color: string) => () =>
    photographGarment(one, { ...plan, color }, STUDIOS[id], sizes);
  const { print: _print, ...bare } = entry;
  const second =
    id === 'inkthread' ? photograph(bare, plan.color) : photograph(entry, entry.colors[1] ?? plan.color);
  return {
    file: filmFile(id, entry.name),
    scene: garmentScenes[id],
    stills: [photograph(entry, plan.color), second],
    frames: sceneFrames,
    bitrate: id === 'duoworks' ? 310_000 : 230_000,
    area: { x: area.x / 1000, y: area.y / 1000, width: area.width / 1000, height: area.height / 1000 },
    ink: entry.inks?.[0] ?? '#f4f1e8',
    light: '#75ef45',
  };
}

function clipsOf(store: DemoStore): Clip[] {
  switch (store.kind) {
    case 'garments':
      return store.shelves
        .flatMap(({ products }) => products.filter(({ film }) => film))
        .map((entry) => garmentClip(store.id, entry));
    case 'games':
      return store.shelves
        .flatMap(({ products }) => products.filter(({ film }) => film))
        .map(({ name, look, publisher }) => ({
          file: filmFile(store.id, name),
          scene: 'turned',
          stills: turns((angle) => photographGame(look, publisher, 'box', size, angle)),
          frames: turnFrames,
          bitrate: 300_000,
        }));
    case 'cases':
      return store.shelves
        .flatMap(({ products }) => products.filter(({ film }) => film))
        .map(({ name, look }) => ({
          file: filmFile(store.id, name),
          scene: 'turned',
          stills: turns((angle) => photographCase(look, 'back', size, look, angle)),
          frames: turnFrames,
          bitrate: 260_000,
        }));
  }
}

/** Runs in the page: films a scene of stills that the page fetches by number. */
async function filmStills(options: {
  clip: number;
  stills: number;
  scene: string;
  format: { width: number; height: number; rate: number; frames: number; bitrate: number };
  look: object;
}) {
  const [scenes, { film }] = await Promise.all([
    import(new URL('/product-scenes.js', location.href).href),
    import(new URL('/film.js', location.href).href),
  ]);
  const stills = await Promise.all(
    Array.from({ length: options.stills }, async (_, still) => {
      const answer = await fetch(`/still/${options.clip}/${still}`);
      return createImageBitmap(await answer.blob());
    }),
  );
  const draw = scenes[options.scene]({ ...options.look, stills });
  const made: string = await film({ ...options.format, draw });
  return made;
}

const [, , wanted = ''] = process.argv;
const clips = demoStores.flatMap(clipsOf).filter(({ file }) => file.includes(wanted));
const { page, close } = await openStudio(async (path) => {
  const [, , clip, still] = path.split('/');
  const pixels = await clips[Number(clip)]?.stills[Number(still)]?.();
  if (!pixels) throw new Error(`There is no still ${path}.`);
  return encode(pixels);
});
try {
  for (const [clip, { file, scene, stills, frames, bitrate, ...look }] of clips.entries()) {
    const made = await page.evaluate(filmStills, {
      clip,
      scene,
      stills: stills.length,
      format: { width: size, height: size, rate, frames, bitrate },
      look,
    });
    const bytes = Buffer.from(made, 'base64');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    process.stdout.write(`${Math.round(bytes.length / 1000)} KB ${file}\n`);
  }
} finally {
  await close();
}
