import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import sharp from 'sharp';
import type { Brand } from '../../app/brands/brand.ts';
import { brandById } from '../brands/brand-registry.ts';
import { logoPicture } from '../brands/logo-picture.ts';
import { createEndpoints, type Endpoints } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';

/** Size that social networks and messengers show uncropped. */
const [width, height] = [1200, 630];
const logoSize = 320;
/** Pixels of the logo in mails, which show it at a quarter. */
const mailLogoSize = 128;

/**
 * `/brands/{id}/share.jpg`: a brand's logo on its secondary color, for links to pages without a picture;
 * `/brands/{id}/logo.png`: its logo for mails, whose programs show no SVG. Each is drawn once.
 * @param publicDir folder of the brands' logos
 */
export function sharePictures(publicDir: string, log: Logger): Endpoints {
  const logos = new LRUCache<string, Promise<Buffer<ArrayBuffer>>>({ max: 50 });
  const drawn = new LRUCache<string, Promise<Buffer<ArrayBuffer>>>({ max: 50 });
  const draw = async (brand: Brand) => {
    const { secondaryColor } = brand;
    const drawing = await logoPicture(brand, logoSize, publicDir);
    const ground = { width, height, channels: 3 as const, background: secondaryColor };
    return sharp({ create: ground })
      .composite([{ input: drawing }])
      .jpeg({ quality: 85 })
      .toBuffer();
  };
  const endpoints = createEndpoints(log);
  endpoints.get('/brands/:id/logo.png', async (c) => {
    const brand = brandById(c.req.param('id'));
    if (!brand) throw new HttpError(404, 'There is no such store.');
    const picture = logos.get(brand.logo) ?? logoPicture(brand, mailLogoSize, publicDir);
    logos.set(brand.logo, picture);
    return c.body(await picture, 200, {
      'content-type': 'image/png',
      'content-length': String((await picture).length),
      'cache-control': 'public, max-age=86400',
    });
  });
  endpoints.get('/brands/:id/share.jpg', async (c) => {
    const brand = brandById(c.req.param('id'));
    if (!brand) throw new HttpError(404, 'There is no such store.');
    const key = `${brand.logo} ${brand.secondaryColor}`;
    const picture = drawn.get(key) ?? draw(brand);
    drawn.set(key, picture);
    return c.body(await picture, 200, {
      'content-type': 'image/jpeg',
      'content-length': String((await picture).length),
      'cache-control': 'public, max-age=86400',
    });
  });
  return endpoints;
}
