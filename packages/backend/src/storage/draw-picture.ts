import sharp, { type Sharp } from 'sharp';
import { invalidRequest } from './request.ts';

// Each picture is rendered once, so libvips' cache would be useless.
sharp.cache(false);

/** Maximum size in bytes of a picture to transform. */
export const MAX_SOURCE_SIZE = 25 * 1024 * 1024;
/** Larger pictures are rejected before decoding. */
const MAX_PIXELS = 50_000_000;
const RASTER = ['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'];
const QUALITY: Readonly<Record<PictureFormat, number>> = { avif: 55, webp: 80, jpeg: 80, png: 100, gif: 100 };

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';
type Resize = 'cover' | 'contain' | 'fill';

/** Rendering options; sides in pixels. */
export interface Drawing {
  width?: number | undefined;
  height?: number | undefined;
  resize?: Resize | undefined;
  /** 20 to 100 */
  quality?: number | undefined;
}

/**
 * Renders a picture with its orientation applied, without metadata, never enlarged.
 * @throws StorageError `InvalidRequest` for a file that is not a picture, too large or unsupported, such as
 * SVG
 */
export async function drawPicture(
  bytes: Uint8Array,
  { width, height, resize = 'cover', quality }: Drawing,
  format: PictureFormat,
): Promise<Buffer<ArrayBuffer>> {
  const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
  const header = await source.metadata().catch(refuseSource);
  if (!RASTER.includes(header.format)) refuseSource();
  if (header.width * header.height > MAX_PIXELS)
    throw invalidRequest('The source image resolution is too large to process');
  let image = source.autoOrient();
  if (width || height) {
    image = image.resize({
      width,
      height,
      fit: resize === 'contain' ? 'inside' : resize,
      withoutEnlargement: true,
    });
  }
  if (format === 'jpeg') image = image.flatten({ background: '#ffffff' });
  return encode(image, format, quality ?? QUALITY[format])
    .toBuffer()
    .catch(refuseSource);
}

function refuseSource(): never {
  throw invalidRequest('The source image is invalid or unsupported for rendering');
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
