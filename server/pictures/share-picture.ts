import { join } from 'node:path';
import type { Logger } from 'pino';
import sharp from 'sharp';
import type { Brand } from '../../app/brands/brand.ts';
import { brands } from '../../app/brands/brands.ts';
import { createEndpoints, type Endpoints } from '../http/endpoints.ts';

/** Size that social networks and messengers show uncropped. */
const [width, height] = [1200, 630];
const logoSize = 320;

/**
 * `/brands/{id}/share.jpg`: a brand's logo on its secondary color, for links to pages without a picture. Each
 * is drawn once.
 * @param publicDir folder of the brands' logos
 */
export function sharePictures(publicDir: string, log: Logger): Endpoints {
  const drawn = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  const draw = async ({ logo, secondaryColor }: Brand) => {
    const drawing = await sharp(join(publicDir, logo), { density: 600 })
      .resize(logoSize, logoSize, { fit: 'inside' })
      .toBuffer();
    const ground = { width, height, channels: 3 as const, background: secondaryColor };
    return sharp({ create: ground })
      .composite([{ input: drawing }])
      .jpeg({ quality: 85 })
      .toBuffer();
  };
  const endpoints = createEndpoints(log);
  for (const brand of brands)
    endpoints.get(`/brands/${brand.id}/share.jpg`, async (c) => {
      const picture = drawn.get(brand.id) ?? draw(brand);
      drawn.set(brand.id, picture);
      return c.body(await picture, 200, {
        'content-type': 'image/jpeg',
        'content-length': String((await picture).length),
        'cache-control': 'public, max-age=86400',
      });
    });
  return endpoints;
}
