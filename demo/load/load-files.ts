import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DemoStore } from './demo-files.ts';
import { forEach, type LoadContext, succeeded } from './load-context.ts';

/** Where a picture or video of the demo is stored: buckets and folders (docs/product.md, Saved by staff). */
export interface StoredFile {
  readonly bucket: 'product-images' | 'website-images' | 'banners';
  readonly path: string;
  /** Its path on disk. */
  readonly source: string;
}

/** A product's file keeps its name, which contains the color; its folder is named after the product. */
export const productFile = ({ id, folder }: DemoStore, file: string): StoredFile => ({
  bucket: 'product-images',
  path: `${id}/${file.replace(/^[^/]+\//, '')}`,
  source: join(folder, file),
});

export const categoryFile = ({ id, folder }: DemoStore, file: string): StoredFile => ({
  bucket: 'website-images',
  path: `category-images/${id}/${basename(file)}`,
  source: join(folder, file),
});

export const bannerFile = ({ id, folder }: DemoStore, file: string): StoredFile => ({
  bucket: 'banners',
  path: `banner-images/${id}/${basename(file)}`,
  source: join(folder, file),
});

/** The public address of a stored file; without origin if pages and backend share one. */
export function addressOf(
  { bucket, path }: StoredFile,
  { client, relativeUrls }: Pick<LoadContext, 'client' | 'relativeUrls'>,
): string {
  const { publicUrl } = client.storage.from(bucket).getPublicUrl(path).data;
  return relativeUrls ? new URL(publicUrl).pathname : publicUrl;
}

/** All files of a store's demo. */
export function filesOf(store: DemoStore): StoredFile[] {
  return [
    ...store.products.flatMap(({ pictures, videos = [] }) =>
      [...pictures.map(({ file }) => file), ...videos].map((file) => productFile(store, file)),
    ),
    ...store.store.categories.map(({ picture }) => categoryFile(store, picture)),
    ...store.store.banners.map(({ picture }) => bannerFile(store, picture)),
  ];
}

const TYPES = { avif: 'image/avif', webp: 'image/webp', webm: 'video/webm' };
const typeOf = (path: string) => Object.entries(TYPES).find(([end]) => path.endsWith(end))?.[1] ?? '';

/** Uploads files unchanged. Files uploaded by an earlier attempt stay. */
export async function uploadFiles(
  files: readonly StoredFile[],
  { client }: Pick<LoadContext, 'client'>,
  onUploaded: (count: number) => void,
): Promise<void> {
  let count = 0;
  await forEach(files, 12, async ({ bucket, path, source }) => {
    const options = { contentType: typeOf(path), cacheControl: '3600' };
    const { error } = await client.storage.from(bucket).upload(path, await readFile(source), options);
    const stored = error && 'statusCode' in error && error.statusCode === '409';
    if (!stored) succeeded(`file ${path}`, { error });
    count += 1;
    onUploaded(count);
  });
}
