import type { CartLine } from '#app/cart/cart-line.ts';
import { readDesign } from './design.ts';
import { storePreview, withStoredImages } from './stored-designs.ts';

/**
 * Stores the pictures and previews of designs that a guest made, now that it is known who orders them. The documents
 * stay on their lines and travel with the order. A line whose design cannot be read stays as it is.
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
