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

/** The opacity of a drawing, at the size the document has. */
export async function rasteriseAlpha(svg: string): Promise<Mask> {
  const { data, width, height } = await rasterise(svg);
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3] ?? 0;
  return { data: alpha, width, height };
}

/** A mask enlarged to a square of the wanted size, smoothly. */
export function enlarged(mask: Mask, size: number): Mask {
  if (mask.width === size && mask.height === size) return mask;
  const { data: from, width, height } = mask;
  const data = new Uint8Array(size * size);
  const columns = new Int32Array(size);
  const shares = new Int32Array(size);
  for (let x = 0; x < size; x++) {
    const u = Math.max(0, Math.min(width - 1.001, ((x + 0.5) * width) / size - 0.5));
    columns[x] = u | 0;
    shares[x] = Math.round((u - (u | 0)) * 256);
  }
  for (let y = 0; y < size; y++) {
    const v = Math.max(0, Math.min(height - 1.001, ((y + 0.5) * height) / size - 0.5));
    const upper = (v | 0) * width;
    const lower = Math.min(height - 1, (v | 0) + 1) * width;
    const fy = Math.round((v - (v | 0)) * 256);
    for (let x = 0; x < size; x++) {
      const c = columns[x] ?? 0;
      const fx = shares[x] ?? 0;
      const top = (from[upper + c] ?? 0) * (256 - fx) + (from[upper + c + 1] ?? 0) * fx;
      const low = (from[lower + c] ?? 0) * (256 - fx) + (from[lower + c + 1] ?? 0) * fx;
      data[y * size + x] = (top * (256 - fy) + low * fy + 32768) >> 16;
    }
  }
  return { data, width: size, height: size };
}

function blurLines(
  from: Uint8Array,
  into: Uint8Array,
  lines: number,
  length: number,
  step: number,
  stride: number,
  reach: number,
): void {
  const span = reach * 2 + 1;
  for (let i = 0; i < lines; i++) {
    const start = i * stride;
    let sum = (from[start] ?? 0) * (reach + 1);
    for (let k = 0; k < reach; k++) sum += from[start + Math.min(length - 1, k) * step] ?? 0;
    for (let k = 0; k < length; k++) {
      sum += from[start + Math.min(length - 1, k + reach) * step] ?? 0;
      into[start + k * step] = sum / span;
      sum -= from[start + Math.max(0, k - reach) * step] ?? 0;
    }
  }
}

/** A mask blurred by boxes of `reach` pixels to each side, three times over: nearly a bell. */
export function blurred(mask: Mask, reach: number): Mask {
  const { width, height } = mask;
  let data = mask.data;
  for (let pass = 0; pass < 3; pass++) {
    const across = new Uint8Array(data.length);
    const down = new Uint8Array(data.length);
    blurLines(data, across, height, width, 1, width, reach);
    blurLines(across, down, width, height, width, 1, reach);
    data = down;
  }
  return { data, width, height };
}

/**
 * The finished picture as JPEG, like a camera's: the picture pipeline makes WebP and AVIF of it when they are asked for,
 * and writing WebP here would take three times as long.
 */
export const encode = ({ data, width, height }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 87, optimiseCoding: false })
    .toBuffer();

/** The red, green and blue of a six-digit hex colour. */
export const rgb = (hex: string): readonly [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
