import { type DemoStore, demoStores } from '../catalogue/demo-stores.ts';
import { drawBanner } from './banner.ts';
import { type CaseShot, photographCase } from './cases/case-photo.ts';
import { type GameShot, photographGame } from './games/game-photo.ts';
import { photographGarment, planGarmentShots } from './garment-shots.ts';
import { encode, type Pixels } from './raster/pixels.ts';
import { randomOf } from './raster/random.ts';
import { STUDIOS } from './studios.ts';

/** One picture to be made, named by positions in the catalogue so that a message to a worker stays small. */
export type PictureJob =
  | {
      readonly kind: 'product';
      readonly store: number;
      readonly shelf: number;
      readonly product: number;
      readonly shot: number;
    }
  | { readonly kind: 'category'; readonly store: number; readonly shelf: number }
  | { readonly kind: 'banner'; readonly store: number; readonly banner: number };

/** Sizes of product and category pictures, in pixels. */
export const SIZES = { main: 800, detail: 640 } as const;

interface Marked {
  readonly name: string;
  readonly featured?: boolean;
}

function gameShots(entry: Marked): readonly GameShot[] {
  const more = entry.featured || randomOf(`shots/${entry.name}`)() < 0.15;
  return more ? ['box', 'table', 'cards'] : ['box', 'table'];
}

function caseShots(entry: Marked): readonly CaseShot[] {
  const more = entry.featured || randomOf(`shots/${entry.name}`)() < 0.12;
  return more ? ['back', 'angle', 'near'] : ['back', 'angle'];
}

/** How many pictures a product has. */
export function countShots(store: DemoStore, shelf: number, product: number): number {
  switch (store.kind) {
    case 'garments': {
      const entry = store.shelves[shelf]?.products[product];
      return entry ? planGarmentShots(entry).length : 0;
    }
    case 'games': {
      const entry = store.shelves[shelf]?.products[product];
      return entry ? gameShots(entry).length : 0;
    }
    case 'cases': {
      const entry = store.shelves[shelf]?.products[product];
      return entry ? caseShots(entry).length : 0;
    }
  }
}

function productPicture(
  store: DemoStore,
  shelf: number,
  product: number,
  shot: number,
): Promise<Pixels> | undefined {
  switch (store.kind) {
    case 'garments': {
      const entry = store.shelves[shelf]?.products[product];
      const plan = entry && planGarmentShots(entry)[shot];
      return plan && photographGarment(entry, plan, STUDIOS[store.id], SIZES);
    }
    case 'games': {
      const entry = store.shelves[shelf]?.products[product];
      const name = entry && gameShots(entry)[shot];
      return (
        name && photographGame(entry.look, entry.publisher, name, shot === 0 ? SIZES.main : SIZES.detail)
      );
    }
    case 'cases': {
      const entry = store.shelves[shelf]?.products[product];
      const name = entry && caseShots(entry)[shot];
      return name && photographCase(entry.look, name, shot === 0 ? SIZES.main : SIZES.detail);
    }
  }
}

/** A category's picture: something of it, but not a picture that one of its products has. */
function categoryPicture(store: DemoStore, index: number): Promise<Pixels> | undefined {
  switch (store.kind) {
    case 'garments': {
      const products = store.shelves[index]?.products ?? [];
      const entry = products.find(({ print, colors }) => print && colors[1]) ?? products[0];
      const color = entry?.colors[2] ?? entry?.colors[1] ?? 'black';
      const side = entry?.place === 'back' ? 'back' : 'front';
      return (
        entry &&
        photographGarment(
          entry,
          { color, side, near: false },
          { ...STUDIOS[store.id], ...ACCENTS[store.id] },
          SIZES,
        )
      );
    }
    case 'games': {
      const products = store.shelves[index]?.products ?? [];
      const entry = products.find((one) => !gameShots(one).includes('cards')) ?? products[0];
      return entry && photographGame(entry.look, entry.publisher, 'cards', SIZES.main);
    }
    case 'cases': {
      const [first, second] = store.shelves[index]?.products ?? [];
      return first && photographCase(first.look, 'pair', SIZES.main, second?.look);
    }
  }
}

/** The grounds of category pictures: the brand's own colour. */
const ACCENTS = {
  inkthread: {
    forLight: [{ hex: '#5879db', fall: 0.26, rough: 'paper' as const }],
    forDark: [{ hex: '#8fa6ea', fall: 0.24, rough: 'paper' as const }],
  },
  northblock: {
    forLight: [{ hex: '#3a3c3b', fall: 0.4, rough: 'concrete' as const }],
    forDark: [{ hex: '#75ef45', fall: 0.24, rough: 'concrete' as const }],
  },
  duoworks: {
    forLight: [{ hex: '#8e6aa0', fall: 0.26, rough: 'paper' as const }],
    forDark: [{ hex: '#d9c3e2', fall: 0.2, rough: 'paper' as const }],
  },
};

/**
 * Makes one picture of the demo catalogue as a JPEG original.
 * @throws Error when the job names nothing in the catalogue.
 */
export async function makePicture(job: PictureJob): Promise<Buffer> {
  const store = demoStores[job.store];
  const pixels = store && (await drawn(store, job));
  if (!pixels) throw new Error(`No such picture in the demo catalogue: ${JSON.stringify(job)}.`);
  return encode(pixels);
}

function drawn(store: DemoStore, job: PictureJob): Promise<Pixels> | undefined {
  switch (job.kind) {
    case 'product':
      return productPicture(store, job.shelf, job.product, job.shot);
    case 'category':
      return categoryPicture(store, job.shelf);
    case 'banner': {
      const banner = store.words.banners[job.banner];
      return banner && drawBanner(store, banner.picture);
    }
  }
}
