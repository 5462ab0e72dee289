import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { DEMO, type DemoStore, hasDemo, readStore } from './demo-files.ts';

const demoBrands = presets.filter(({ id }) => hasDemo(id));
const stores: DemoStore[] = await Promise.all(demoBrands.map(({ id }) => readStore(id)));

/** Drawings are alike above this similarity, 1 being equal; the most alike ones of two stores reach 0.84. */
const alike = 0.9;

interface Drawing {
  readonly store: string;
  readonly name: string;
  /** Its light and dark, 32 × 32, centered on the mean and of length 1. */
  readonly shape: readonly number[];
}

/** A drawing cropped to its edges and scaled down, so that size and position don't distinguish copies. */
async function shapeOf(svg: string | Buffer): Promise<number[]> {
  const pixels = await sharp(svg)
    .trim()
    .resize(32, 32, { fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer();
  const mean = pixels.reduce((sum, light) => sum + light, 0) / pixels.length;
  const about = [...pixels].map((light) => light - mean);
  const length = Math.hypot(...about);
  return about.map((light) => light / length);
}

const likeness = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, light, i) => sum + light * (other[i] ?? 0), 0);

async function drawingsOf({ id }: DemoStore): Promise<Drawing[]> {
  const folder = join(DEMO, id, 'artwork');
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => ({
      store: id,
      name: basename(file, '.svg'),
      shape: await shapeOf(join(folder, file)),
    })),
  );
}

const drawings = (await Promise.all(stores.map(drawingsOf))).flat();
const pairs = drawings.flatMap((one, i) => drawings.slice(i + 1).map((other) => [one, other] as const));
const between = pairs.filter(([one, other]) => one.store !== other.store);
const titled = ({ store, name }: Drawing): string => `${store}: ${name}`;

describe('the artwork of the demo', () => {
  it.each(stores)('of $id is all on something that it sells', ({ id, products }) => {
    const used = new Set(products.flatMap(({ artwork = [] }) => artwork));
    const drawn = drawings.filter(({ store }) => store === id).map(({ name }) => name);
    expect([...used].sort()).toEqual(drawn);
  });

  it('is sold by one store only', () => {
    const shared = between.filter(([one, other]) => one.name === other.name);
    expect(shared.map(([one, other]) => [titled(one), titled(other)])).toEqual([]);
  });

  it('does not come back in another store under another name', () => {
    const copies = between.filter(([one, other]) => likeness(one.shape, other.shape) > alike);
    expect(copies.map(([one, other]) => [titled(one), titled(other)])).toEqual([]);
  });

  it('would be known again in other inks, at another size and place', async () => {
    const star = (fill: string, size: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><path transform="scale(${size})" fill="${fill}" d="M50 10 60 40 90 50 60 60 50 90 40 60 10 50 40 40Z"/></svg>`;
    const [one, other] = await Promise.all(
      [star('#1b1c1e', 1), star('#8e44ad', 3)].map((svg) => shapeOf(Buffer.from(svg))),
    );
    expect(likeness(one ?? [], other ?? [])).toBeGreaterThan(alike);
  });

  it('of a game is on no other game', () => {
    const games = stores.find(({ id }) => id === 'meeplehouse')?.products ?? [];
    const drawn = games.flatMap(({ artwork = [] }) => artwork);
    expect(drawn.length).toBe(games.length);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});
