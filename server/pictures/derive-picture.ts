import sharp from 'sharp';
import type { PictureFormat } from './picture-request.ts';

/** Originals beyond this many pixels are refused before they are decoded. */
const mostPixels = 50_000_000;

/**
 * Makes a picture of a width in a format from an original of any kind that sharp reads. Pictures are never enlarged,
 * are turned upright and lose their metadata.
 * @throws Error when the original is no picture or too large.
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
