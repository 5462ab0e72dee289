import sharp, { type Sharp } from 'sharp';
import type { PictureFormat, Transform } from './transform.ts';

// Each picture is rendered once, so libvips' cache would not be used.
sharp.cache(false);

/** Larger pictures are refused before decoding. */
export const MAX_PIXELS = 50_000_000;
const RASTER = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);
const QUALITY: Readonly<Record<PictureFormat, number>> = { avif: 55, webp: 80, jpeg: 80, png: 100, gif: 100 };

/** The bytes are no picture, or one that is too large or unsupported, such as SVG. */
export class UnreadablePictureError extends Error {
  override readonly name = 'UnreadablePictureError';
}

export interface PictureFacts {
  /** Sharp's format name, except that AVIF is `avif` instead of `heif`. */
  format: string;
  width: number;
  height: number;
  hasAlpha: boolean;
}

/** Reads a picture's header. @throws UnreadablePictureError */
export async function inspectPicture(bytes: Uint8Array): Promise<PictureFacts> {
  const metadata = await open(bytes)
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadablePictureError('The source image is invalid or unsupported for rendering', { cause });
    });
  const { format, compression, width, height, hasAlpha = false } = metadata;
  if (!format || !RASTER.has(format)) {
    throw new UnreadablePictureError('The source image is invalid or unsupported for rendering');
  }
  if (width * height > MAX_PIXELS) {
    throw new UnreadablePictureError('The source image resolution is too large to process');
  }
  return { format: format === 'heif' && compression === 'av1' ? 'avif' : format, width, height, hasAlpha };
}

/**
 * Renders a picture with its orientation applied, without metadata, never enlarged.
 * @throws UnreadablePictureError
 */
export async function renderPicture(
  bytes: Uint8Array,
  transform: Transform,
  format: PictureFormat,
): Promise<Uint8Array> {
  const { width, height, resize = 'cover' } = transform;
  let image = open(bytes).autoOrient();
  if (width || height) {
    image = image.resize({
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
      fit: resize === 'contain' ? 'inside' : resize,
      withoutEnlargement: true,
    });
  }
  if (format === 'jpeg') image = image.flatten({ background: '#ffffff' });
  return encode(image, format, transform.quality ?? QUALITY[format])
    .toBuffer()
    .catch((cause: unknown) => {
      throw new UnreadablePictureError('The source image is invalid or unsupported for rendering', { cause });
    });
}

function open(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
}

function encode(image: Sharp, format: PictureFormat, quality: number): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality, effort: 2 });
    case 'webp':
      return image.webp({ quality, effort: 4 });
    case 'jpeg':
      return image.jpeg({ quality, mozjpeg: true });
    case 'png':
      return image.png({ compressionLevel: 8 });
    case 'gif':
      return image.gif();
  }
}
