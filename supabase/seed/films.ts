import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoStore } from './catalogue/demo-stores.ts';
import { type PicturePlace, productFilm } from './picture-addresses.ts';
import { inStep, type SeedContext, succeeded } from './seed-context.ts';

/** The folder of the films, by store. */
export const FILMS = join(import.meta.dirname, 'films');

/** Where the film of a demo product lies, drawn beforehand by scripts/draw-product-clips.ts. */
export function filmFile(store: string, product: string): string {
  const name = product
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return join(FILMS, store, `${name}.webm`);
}

const filmsOf = (store: DemoStore): { file: string; place: PicturePlace }[] =>
  store.shelves.flatMap(({ products }, shelf) =>
    products.flatMap(({ name, film }, product) =>
      film ? [{ file: filmFile(store.id, name), place: productFilm(store, shelf, product) }] : [],
    ),
  );

/** Uploads a store's films. One that an earlier attempt stored stays as it is. */
export async function seedFilms(store: DemoStore, { client }: SeedContext): Promise<void> {
  await inStep(
    filmsOf(store).map(async ({ file, place: { bucket, path } }) => {
      const files = client.storage.from(bucket);
      if ((await files.exists(path)).data) return;
      const options = { contentType: 'video/webm', cacheControl: '3600' };
      succeeded(`film ${path}`, await files.upload(path, await readFile(file), options));
    }),
  );
}
