import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathOf } from 'embedded-supabase';
import sharp from 'sharp';
import { brandById } from '../../app/brands/brands.ts';

/** Size that social networks and messengers show in full. */
const [width, height] = [1200, 630];
const logoSize = 320;
const address = /^\/brands\/([\w-]+)\/share\.jpg$/;

/**
 * Creates the handler of `/brands/{id}/share.jpg`: a brand's logo on its secondary color, for links to pages that have
 * no picture of their own. Each is drawn once. Returns whether it handled the request.
 * @param publicDir folder of the brands' logos
 */
export function sharePictures(publicDir: string) {
  const drawn = new Map<string, Promise<Buffer>>();
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const brand = brandById(address.exec(pathOf(request.url))?.[1] ?? '');
    if (!brand) return false;
    const draw = async () => {
      const logo = await sharp(join(publicDir, brand.logo), { density: 600 })
        .resize(logoSize, logoSize, { fit: 'inside' })
        .toBuffer();
      const ground = { width, height, channels: 3 as const, background: brand.secondaryColor };
      return sharp({ create: ground })
        .composite([{ input: logo }])
        .jpeg({ quality: 85 })
        .toBuffer();
    };
    const picture = drawn.get(brand.id) ?? draw();
    drawn.set(brand.id, picture);
    return picture.then((body) => {
      response.writeHead(200, {
        'content-type': 'image/jpeg',
        'content-length': body.length,
        'cache-control': 'public, max-age=86400',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  };
}
