import { countShots } from './art/picture-plan.ts';
import type { DemoStore } from './catalogue/demo-stores.ts';
import type { Client } from './seed-context.ts';
import { stableId } from './stable-id.ts';

/** Where a picture or film is stored: the buckets and folders of the spec (section 7). */
export interface PicturePlace {
  readonly bucket: 'product-images' | 'website-images' | 'banners';
  readonly path: string;
}

export const categoryId = (store: DemoStore, shelf: number): string =>
  stableId('category', store.id, store.shelves[shelf]?.name ?? '');

export const productId = (store: DemoStore, shelf: number, product: number): string =>
  stableId('product', store.id, store.shelves[shelf]?.products[product]?.name ?? '');

export const bannerId = (store: DemoStore, banner: number): string =>
  stableId('banner', store.id, store.words.banners[banner]?.title ?? '');

/** The pictures of a product, first to last. */
export const productPictures = (store: DemoStore, shelf: number, product: number): readonly PicturePlace[] =>
  Array.from({ length: countShots(store, shelf, product) }, (_, shot) => ({
    bucket: 'product-images',
    path: `${store.id}/${productId(store, shelf, product)}/${shot + 1}.jpg`,
  }));

/** The film of a product. */
export const productFilm = (store: DemoStore, shelf: number, product: number): PicturePlace => ({
  bucket: 'product-images',
  path: `${store.id}/${productId(store, shelf, product)}/film.webm`,
});

export const categoryPicture = (store: DemoStore, shelf: number): PicturePlace => ({
  bucket: 'website-images',
  path: `category-images/${store.id}/${categoryId(store, shelf)}.jpg`,
});

export const bannerPicture = (store: DemoStore, banner: number): PicturePlace => ({
  bucket: 'banners',
  path: `banner-images/${store.id}/${bannerId(store, banner)}.jpg`,
});

/** The public address of a stored picture; without its origin when pages and backend share one. */
export function publicAddress(client: Client, { bucket, path }: PicturePlace, relative: boolean): string {
  const { publicUrl } = client.storage.from(bucket).getPublicUrl(path).data;
  return relative ? new URL(publicUrl).pathname : publicUrl;
}
