import type { CartLine } from '#app/cart/cart-line.ts';
import { readDesign } from './design.ts';
import { storePreview, withStoredImages } from './stored-designs.ts';

/**
 * Uploads the images and previews of a guest's designs, now that the owner is known. The documents stay on
 * their lines and are sent with the order; a line whose design is invalid is unchanged.
 * @throws BackendError when something cannot be stored.
 */
export async function uploadDesigns(lines: readonly CartLine[], userId: string): Promise<CartLine[]> {
  return Promise.all(
    lines.map(async (line) => {
      const document = readDesign(line.design);
      if (!document) return line;
      const design = await withStoredImages(document, userId);
      const [picture = ''] = line.product.images;
      const preview = picture.startsWith('data:') ? await storePreview(picture, userId) : '';
      return { ...line, design, ...(preview ? { preview } : {}) };
    }),
  );
}
