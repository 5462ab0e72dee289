import sharp, { type Sharp } from 'sharp';
import type { Design, ImageElement } from '../../app/designer/design.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import { HttpError } from '../http/http-error.ts';

/** Resolution of print files, in pixels per inch. */
export const PRINT_DPI = 300;
export const PIXELS_PER_CM = PRINT_DPI / 2.54;

/** Downloads a picture by its source. @throws HttpError 422 if it is missing or foreign */
export type DownloadPicture = (source: string) => Promise<Buffer>;

/** A side's pictures as data URLs, by source. */
export type PrintImages = ReadonlyMap<string, string>;

/** Larger originals are rejected before decoding. */
const MOST_ORIGINAL_PIXELS = 80_000_000;
/** Total pixels of an SVG's pictures: twice those of the largest print area. */
const MOST_EMBEDDED_PIXELS = 40_000_000;

/** Size in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const sizeOf = ({ width, height }: PixelSize, perCm: number): PixelSize => ({
  width: Math.max(1, Math.round(width * perCm)),
  height: Math.max(1, Math.round(height * perCm)),
});

const openPicture = (original: Buffer): Sharp =>
  sharp(original, { limitInputPixels: MOST_ORIGINAL_PIXELS }).autoOrient();

const refuseUnreadable = (): never => {
  throw new HttpError(422, 'A picture of this design cannot be read.');
};

/**
 * Reads a side's pictures for its SVG, one at a time because of memory, at no more than print resolution.
 * Re-encodes them, so that only pixels reach the printer.
 * @throws HttpError 422 for a picture that is missing or unreadable
 */
export async function readPrintPictures(
  design: Design,
  side: Side,
  download: DownloadPicture,
): Promise<PrintImages> {
  const pictures = new Map<string, string>();
  for (const [source, size] of embeddedSizes(design, side)) {
    const original = await download(source);
    pictures.set(source, await embeddedPicture(original, size).catch(refuseUnreadable));
  }
  return pictures;
}

/**
 * The size of each source at 300 dpi, by its largest element. Pictures that cover the print area in many
 * layers, or extend far beyond it, get fewer pixels, so that no design makes a file too large to send.
 */
function embeddedSizes(design: Design, side: Side): Map<string, PixelSize> {
  const largest = new Map<string, ImageElement>();
  for (const element of design.elements) {
    if (element.kind !== 'image' || element.side !== side) continue;
    const other = largest.get(element.source);
    if (!other || element.width > other.width) largest.set(element.source, element);
  }
  const area = [...largest.values()].reduce((sum, { width, height }) => sum + width * height, 0);
  const perCm = Math.min(PIXELS_PER_CM, Math.sqrt(MOST_EMBEDDED_PIXELS / area));
  return new Map([...largest].map(([source, element]) => [source, sizeOf(element, perCm)]));
}

async function embeddedPicture(original: Buffer, size: PixelSize): Promise<string> {
  const picture = openPicture(original).resize({ ...size, fit: 'fill', withoutEnlargement: true });
  const { format, hasAlpha } = await picture.metadata();
  // Keep lossy pictures lossy, as they would become many times larger; SVG programs cannot read WebP.
  const isPhoto = !hasAlpha && format !== 'png';
  const encoded = isPhoto
    ? // Optimized coding would hold the whole picture in memory.
      picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
    : picture.png({ compressionLevel: 3 });
  const bytes = await encoded.toBuffer();
  return `data:image/${isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`;
}

/** A picture placed on the canvas of its side. */
interface PlacedPicture {
  /** Path of a PNG. */
  readonly input: string;
  readonly left: number;
  readonly top: number;
}

/**
 * Scales a picture to its printed size, rotates it and crops it to the canvas; null if nothing remains.
 * @param file where to write it as PNG
 * @throws HttpError 422 if it is unreadable
 */
export async function placePicture(
  element: ImageElement,
  canvas: PixelSize,
  download: DownloadPicture,
  file: string,
): Promise<PlacedPicture | null> {
  const size = sizeOf(element, PIXELS_PER_CM);
  const turn = (element.rotation * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  // Round down the rotated picture's box to whole pixels, ignoring rounding errors.
  const width = Math.floor(size.width * cos + size.height * sin + 0.001);
  const height = Math.floor(size.width * sin + size.height * cos + 0.001);
  const left = Math.round(canvas.width / 2 + element.x * PIXELS_PER_CM - width / 2);
  const top = Math.round(canvas.height / 2 + element.y * PIXELS_PER_CM - height / 2);
  const visible = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    width: Math.min(width, canvas.width - left) - Math.max(0, -left),
    height: Math.min(height, canvas.height - top) - Math.max(0, -top),
  };
  if (visible.width <= 0 || visible.height <= 0) return null;
  const original = await download(element.source);
  await openPicture(original)
    .resize({ ...size, fit: 'fill' })
    .ensureAlpha()
    .rotate(element.rotation, { background: '#00000000' })
    .extract(visible)
    .png({ compressionLevel: 1 })
    .toFile(file)
    .catch(refuseUnreadable);
  return { input: file, left: Math.max(0, left), top: Math.max(0, top) };
}
