import type { CartLine } from '#app/cart/cart-line.ts';
import { readDesign } from './design.ts';
import { storePreview, withStoredImages } from './stored-designs.ts';

/** Whether a line's design or its preview still lies in this browser only. */
export const isUnsettled = ({ design, preview }: CartLine): boolean => design !== undefined && !preview;

/**
 * Stores the pictures and previews of designs that a guest made, now that it is known who orders them. The documents
 * stay on their lines and travel with the order.
 * @throws BackendError when something cannot be stored.
 */
export async function settleDesigns(lines: readonly CartLine[], userId: string): Promise<CartLine[]> {
  return Promise.all(
    lines.map(async (line) => {
      if (!isUnsettled(line)) return line;
      const document = readDesign(line.design);
      if (!document) return line;
      const design = await withStoredImages(document, userId);
      const [picture = ''] = line.product.images;
      const preview = picture.startsWith('data:') ? await storePreview(picture, userId) : '';
      return { ...line, design, ...(preview ? { preview } : {}) };
    }),
  );
}
