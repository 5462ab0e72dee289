import { Readable } from 'node:stream';
import sharp from 'sharp';
import { limitConcurrency, TooBusyError } from '../lib/limit-concurrency.ts';
import type { ObjectStore, Written } from './object-store.ts';
import { StorageError } from './request.ts';

/** One at a time: a decoded picture takes four bytes per pixel. */
const inTurn = limitConcurrency(1, 64);

/** Formats with camera metadata that can be written again. */
const formats = new Map<string, 'jpeg' | 'png' | 'webp' | 'avif'>([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
]);

/**
 * Rewrites a photo to `to` without camera metadata: place, time, device, owner (EXIF, XMP, IPTC). It keeps
 * its orientation, format and colors.
 *
 * @returns undefined for pictures without metadata, other files, and unreadable pictures: nothing is written
 * @throws StorageError `SlowDown`
 */
export async function writeWithoutPhotoMetadata(
  objects: ObjectStore,
  from: string,
  to: string,
  contentType: string,
): Promise<Written | undefined> {
  const format = formats.get(contentType.split(';')[0]?.trim().toLowerCase() ?? '');
  if (!format) return undefined;
  return inTurn(async () => {
    const bytes = await (await objects.open(from))?.bytes();
    const clean = bytes && (await cleaned(bytes, format).catch(() => undefined));
    return clean && objects.write(to, Readable.from([clean]));
  }).catch((error: unknown) => {
    throw error instanceof TooBusyError ? new StorageError(503, 'SlowDown', 'Too many requests') : error;
  });
}

async function cleaned(bytes: Uint8Array, format: 'jpeg' | 'png' | 'webp' | 'avif') {
  const { exif, xmp, iptc } = await sharp(bytes).metadata();
  if (!(exif || xmp || iptc)) return undefined;
  return sharp(bytes).autoOrient().keepIccProfile().toFormat(format, { quality: 92 }).toBuffer();
}
