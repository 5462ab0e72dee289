import sharp from 'sharp';
import type { PictureFormat } from './picture-request.ts';

/** Larger originals are refused before decoding. */
const mostPixels = 50_000_000;

/**
 * Resizes a picture to a width and format. Never enlarges; applies the EXIF orientation and removes metadata.
 * @throws Error when the original is invalid or too large
 */
export function derivePicture(original: Uint8Array, width: number, format: PictureFormat): Promise<Buffer> {
  const picture = sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
    .rotate()
    .resize({ width, withoutEnlargement: true });
  switch (format) {
    case 'avif':
      return picture.avif({ quality: 52, effort: 2 }).toBuffer();
    case 'webp':
      return picture.webp({ quality: 78, effort: 3 }).toBuffer();
    case 'jpeg':
      return picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  }
}
