import sharp from 'sharp';
import type { ReadBrandFile } from './brand-file-reader.ts';

/** A logo as PNG, with its size in pixels. */
export interface LogoPicture {
  png: Buffer<ArrayBuffer>;
  width: number;
  height: number;
}

/**
 * Draws a logo within the given sides, in pixels.
 * @param path the brand's `logo` or another version of it
 * @throws Error when its file is missing or storage does not answer
 */
export async function logoPicture(
  read: ReadBrandFile,
  path: string,
  sides: { width: number; height: number },
): Promise<LogoPicture> {
  const { data, info } = await sharp(await read(path), { density: 600 })
    .resize({ ...sides, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data as Buffer<ArrayBuffer>, width: info.width, height: info.height };
}
