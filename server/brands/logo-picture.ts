import { join } from 'node:path';
import sharp from 'sharp';
import type { Brand } from '../../app/brands/brand.ts';

/**
 * Draws a brand's logo as PNG within a square of `size` pixels.
 * @param publicDir folder of the brands' files
 */
export function logoPicture(
  { logo }: Pick<Brand, 'logo'>,
  size: number,
  publicDir: string,
): Promise<Buffer<ArrayBuffer>> {
  return sharp(join(publicDir, logo), { density: 600 })
    .resize(size, size, { fit: 'inside' })
    .png()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}
