import sharp, { type Sharp } from 'sharp';
import { TooBusyError } from '../lib/derivatives.ts';
import type { Call, StorageContext } from './context.ts';
import { type DownloadOptions, isUnchanged, notModified, objectHeaders, withCurrent } from './download.ts';
import { entityTooLarge, invalidRequest, StorageError } from './errors.ts';
import type { FindObject } from './find-object.ts';
import { chooseFormat, formatTransform, type PictureFormat, type Transform } from './transform.ts';

// Each picture is rendered once, so libvips' cache would not be used.
sharp.cache(false);

const MAX_SOURCE_SIZE = 25 * 1024 * 1024;
/** Larger pictures are refused before decoding. */
const MAX_PIXELS = 50_000_000;
const RASTER = ['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'];
const QUALITY: Readonly<Record<PictureFormat, number>> = { avif: 55, webp: 80, jpeg: 80, png: 100, gif: 100 };

/** The content was replaced while it was rendered. */
class Replaced extends Error {}

/**
 * Serves a transformed picture, in the best format that the client accepts. Reads the original only on a cache miss.
 * @throws StorageError `InvalidRequest` for other content
 */
export function render(
  context: StorageContext,
  { request }: Call,
  find: FindObject,
  transform: Transform,
  options: DownloadOptions,
): Promise<Response> {
  return withCurrent(context, find, async (object) => {
    const original = (object.metadata?.mimetype ?? '').replace(/^image\//, '').replace(/;.*$/, '');
    const format = chooseFormat(transform, request.headers.get('accept') ?? '', original);
    const headers = objectHeaders(object, options);
    headers.set('content-type', `image/${format}`);
    headers.set('etag', `${headers.get('etag')?.slice(0, -1)}-${format}"`);
    headers.set('vary', 'Accept');
    headers.delete('accept-ranges');
    if (isUnchanged(request.headers, headers)) return notModified(headers);
    const key = `${object.version} ${formatTransform(transform)} ${format}`;
    const draw = async () => drawPicture(await readOriginal(context, object.version), transform, format);
    const bytes = await context.derivatives.get(key, draw).catch((error: unknown) => {
      if (error instanceof Replaced) return undefined;
      throw error instanceof TooBusyError ? new StorageError(503, 'SlowDown', 'Too many requests') : error;
    });
    if (!bytes) return undefined;
    headers.set('content-length', String(bytes.byteLength));
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  });
}

async function readOriginal({ objects }: StorageContext, version: string): Promise<Uint8Array> {
  const bytes = await objects.open(version);
  if (!bytes) throw new Replaced();
  if (bytes.size <= MAX_SOURCE_SIZE) return bytes.bytes();
  await bytes.close();
  throw entityTooLarge();
}

/**
 * Draws a picture with its orientation applied, without metadata, never enlarged.
 * @throws StorageError `InvalidRequest` for no picture, or one that is too large or unsupported, such as SVG
 */
async function drawPicture(
  bytes: Uint8Array,
  { width, height, resize = 'cover', quality }: Transform,
  format: PictureFormat,
): Promise<Uint8Array> {
  const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
  const header = await source.metadata().catch(refuseSource);
  if (!RASTER.includes(header.format)) refuseSource();
  if (header.width * header.height > MAX_PIXELS)
    throw invalidRequest('The source image resolution is too large to process');
  let image = source.autoOrient();
  if (width || height) {
    image = image.resize({
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
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
