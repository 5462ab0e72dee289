import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import sharp from 'sharp';
import type { Brand } from '../../app/brands/brand.ts';
import { isDark } from '../../app/brands/palette.ts';
import type { ReadBrandFile } from '../brands/brand-file-reader.ts';
import { brandById } from '../brands/brand-registry.ts';
import { type LogoPicture, logoPicture } from '../brands/logo-picture.ts';
import { createEndpoints, type Endpoints } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';

/** Size that social networks and messengers show uncropped. */
const [width, height] = [1200, 630];
const logoSize = { width: 640, height: 320 };
/** Pixels of the logo in mails, which show it at a quarter. */
const mailLogoSize = { width: 512, height: 128 };

/** Draws a picture, unless it is cached or being drawn. One that could not be drawn is drawn again the next time. */
function once<Picture>(
  cache: LRUCache<string, Promise<Picture>>,
  key: string,
  draw: () => Promise<Picture>,
): Promise<Picture> {
  const cached = cache.get(key);
  if (cached) return cached;
  const drawing = draw();
  cache.set(key, drawing);
  drawing.catch(() => cache.delete(key));
  return drawing;
}

/**
 * `/brands/{id}/share.jpg`: a brand's logo on its secondary color, for links to pages without a picture;
 * `/brands/{id}/logo.png`: its logo for mails, whose programs show no SVG. Each is drawn once.
 */
export function sharePictures(read: ReadBrandFile, log: Logger): Endpoints {
  const logos = new LRUCache<string, Promise<LogoPicture>>({ max: 50 });
  const drawn = new LRUCache<string, Promise<Buffer<ArrayBuffer>>>({ max: 50 });
  const logoOf = ({ logo, logoDark, secondaryColor }: Brand) =>
    logoDark && isDark(secondaryColor) ? logoDark : logo;
  const draw = async (brand: Brand) => {
    const { secondaryColor } = brand;
    const { png: drawing } = await logoPicture(read, logoOf(brand), logoSize);
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
    const { png } = await once(logos, brand.logo, () => logoPicture(read, brand.logo, mailLogoSize));
    return c.body(png, 200, {
      'content-type': 'image/png',
      'content-length': String(png.length),
      'cache-control': 'public, max-age=86400',
    });
  });
  endpoints.get('/brands/:id/share.jpg', async (c) => {
    const brand = brandById(c.req.param('id'));
    if (!brand) throw new HttpError(404, 'There is no such store.');
    const key = `${logoOf(brand)} ${brand.secondaryColor}`;
    const picture = await once(drawn, key, () => draw(brand));
    return c.body(picture, 200, {
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      'cache-control': 'public, max-age=86400',
    });
  });
  return endpoints;
}
