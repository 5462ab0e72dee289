import sharp from 'sharp';

/** Straight RGBA pixels. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** One byte per pixel. */
export interface Mask {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

// Two worker threads share the processor already; a pool inside each picture would only add waiting.
sharp.concurrency(1);
sharp.cache(false);

/** An SVG document around a fragment; `view` is the part of the drawing that is shown. */
export const document = (
  fragment: string,
  view: { x: number; y: number; width: number; height: number },
  width: number,
  height: number,
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.x} ${view.y} ${view.width} ${view.height}" width="${width}" height="${height}" preserveAspectRatio="none">${fragment}</svg>`;

/** Draws an SVG document of the given size. */
export async function rasterise(svg: string): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The opacity of a drawing, enlarged or reduced to the wanted size. */
export async function rasteriseAlpha(svg: string, width: number, height: number): Promise<Mask> {
  // In two steps: in one, sharp draws the SVG at the final size, and a soft drawing needs only a small one.
  const { data: small, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const data = await sharp(small, { raw: { width: info.width, height: info.height, channels: 1 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { data, width, height };
}

/** A mask blurred by about `radius` of its pixels; worked out small, so a wide blur is cheap. */
export async function blurred(mask: Mask, radius: number): Promise<Mask> {
  const scale = Math.max(1, Math.floor(radius / 3));
  const width = Math.ceil(mask.width / scale);
  const height = Math.ceil(mask.height / scale);
  const small = await sharp(mask.data, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .blur(Math.max(0.5, radius / scale))
    .extractChannel(0)
    .raw()
    .toBuffer();
  const data = await sharp(small, { raw: { width, height, channels: 1 } })
    .resize(mask.width, mask.height, { kernel: 'linear', fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { data, width: mask.width, height: mask.height };
}

/** The finished picture as WebP: little effort, as it is only the original that the picture pipeline reads. */
export const encode = ({ data, width, height }: Pixels, channels: 3 | 4 = 4): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels } })
    .webp({ quality: 84, effort: 0, smartSubsample: false })
    .toBuffer();

/** The red, green and blue of a six-digit hex colour. */
export const rgb = (hex: string): readonly [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
