import type { ObjectStore } from './object-store.ts';
import type { S3Options } from './s3-object-store.ts';

export { drawPicture } from './draw-picture.ts';
export { type ObjectStore, openDiskObjectStore } from './object-store.ts';
export type { S3Options } from './s3-object-store.ts';

/**
 * Opens a bucket of an S3 service. Its client takes thirty megabytes of memory, so it loads only when needed.
 * @param spoolFolder a local folder, which processes may share
 * @throws Error when the bucket cannot be used
 */
export async function openS3ObjectStore(options: S3Options, spoolFolder: string): Promise<ObjectStore> {
  const s3 = await import('./s3-object-store.ts');
  return s3.openS3ObjectStore(options, spoolFolder);
}
