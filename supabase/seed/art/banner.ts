import { colorFor } from '../../../app/customize/garments/colors.ts';
import type { DemoStore } from '../catalogue/demo-stores.ts';
import type { CaseEntry, GameEntry, GarmentEntry } from '../catalogue/entries.ts';
import type { BannerPicture } from '../catalogue/stores/store-words.ts';
import { caseSilhouette, solidCase, stand } from './cases/case-photo.ts';
import { boxShadow, paintBox, standBox } from './games/box.ts';
import { printsOn } from './garment-shots.ts';
import { area } from './ink.ts';
import { setBlock } from './lettering.ts';
import { backdrop } from './raster/backdrop.ts';
import { shootGarment } from './raster/garment-photo.ts';
import { blurred, document, type Pixels, rasterise, rasteriseAlpha } from './raster/pixels.ts';
import { castShadow, overlay } from './raster/warp.ts';

const WIDTH = 1200;
const HEIGHT = 630;
/** One size for all garments: what is drawn for one banner serves the next. */
const GARMENT = 520;

/** Copies a square out of a picture, or back into it. */
function copySquare(
  from: Pixels,
  into: Pixels,
  fromX: number,
  fromY: number,
  intoX: number,
  intoY: number,
  size: number,
): void {
  for (let y = 0; y < size; y++) {
    const start = ((fromY + y) * from.width + fromX) * 4;
    into.data.set(from.data.subarray(start, start + size * 4), ((intoY + y) * into.width + intoX) * 4);
  }
}

async function addGarment(out: Pixels, entry: GarmentEntry, x: number, y: number): Promise<void> {
  const size = GARMENT;
  const side = entry.place === 'back' ? 'back' : 'front';
  const { hex } = colorFor(entry.garment, entry.colors[0] ?? 'white');
  const square: Pixels = { data: new Uint8Array(size * size * 4), width: size, height: size };
  copySquare(out, square, x, y, 0, 0, size);
  const shot = await shootGarment({
    garment: entry.garment,
    side,
    hex,
    prints: printsOn(entry, side, hex),
    backdrop: square,
    word: `banner/${entry.name}`,
  });
  copySquare(shot, out, 0, 0, x, y, size);
}

async function addBox(
  out: Pixels,
  entry: GameEntry,
  yaw: number,
  x: number,
  y: number,
  scale: number,
): Promise<void> {
  const box = standBox(yaw);
  const shadow = area(boxShadow(box), '#000', ` transform="translate(${x} ${y}) scale(${scale})"`);
  const mask = await rasteriseAlpha(document(shadow, { x: 0, y: 0, width: WIDTH, height: WIDTH }, 160, 160));
  castShadow(out, blurred(mask, 2), 0.5);
  await paintBox(out, box, entry.look, entry.publisher, { x, y, scale });
}

async function addCase(out: Pixels, entry: CaseEntry, turn: number, x: number): Promise<void> {
  const view = stand(turn * 16, -6, turn * -11, [x, 330], 0.6);
  const sheet = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const [pixels, mask] = await Promise.all([
    rasterise(document(solidCase(entry.look, view), sheet, WIDTH, HEIGHT)),
    rasteriseAlpha(document(caseSilhouette(entry.look, view), { ...sheet, height: WIDTH }, 160, 160)),
  ]);
  castShadow(out, blurred(mask, 4), 0.32, 18, 34);
  overlay(out, pixels);
}

function lettering({ lines, face, ink, second }: BannerPicture): string {
  const sets = lines.map((text) => setBlock(face, text, { x: 0, top: 0, width: 480, tallest: 190 }));
  const height = sets.reduce((sum, set) => sum + set.height + 26, -26);
  let y = (HEIGHT - height) / 2;
  return sets
    .map((set, i) => {
      const line = area(
        set.d,
        i % 2 ? second : ink,
        ` transform="translate(${70 + set.width / 2} ${y.toFixed(1)})"`,
      );
      y += set.height + 26;
      return line;
    })
    .join('');
}

/** Draws a banner: a few large words on the left, the products they are about on the right. 1200 × 630, opaque. */
export async function drawBanner(store: DemoStore, picture: BannerPicture): Promise<Pixels> {
  const rough = store.kind === 'garments' ? (store.id === 'northblock' ? 'concrete' : 'paper') : undefined;
  const ground = backdrop({ hex: picture.ground, fall: 0.22, ...(rough ? { rough } : {}) }, WIDTH, HEIGHT);
  const out: Pixels = { data: new Uint8Array(ground.data), width: WIDTH, height: HEIGHT };
  const named = <Entry extends { name: string }>(
    entries: readonly { products: readonly Entry[] }[],
  ): Entry[] => {
    const all = entries.flatMap(({ products }) => products);
    return picture.products.flatMap((name) => all.filter((entry) => entry.name === name));
  };
  switch (store.kind) {
    case 'garments': {
      const [first, second] = named(store.shelves);
      if (second) await addGarment(out, second, 690, 70);
      if (first) await addGarment(out, first, second ? 530 : 600, 50);
      break;
    }
    case 'games': {
      const [first, second] = named(store.shelves);
      if (second) await addBox(out, second, 0.5, 730, 40, 0.5);
      if (first) await addBox(out, first, -0.44, 510, 20, 0.6);
      break;
    }
    case 'cases': {
      const [first, second] = named(store.shelves);
      if (second) await addCase(out, second, -1, 1000);
      if (first) await addCase(out, first, 1, second ? 740 : 860);
      break;
    }
  }
  overlay(
    out,
    await rasterise(
      document(lettering(picture), { x: 0, y: 0, width: WIDTH, height: HEIGHT }, WIDTH, HEIGHT),
    ),
  );
  return out;
}
