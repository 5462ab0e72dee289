import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { normaliseProduct } from './normalise-product.ts';
import { fields } from './parse-values.ts';
import { variantsOf } from './variants.ts';

/**
 * Reads a product's current price, stock and variants; null when the store no longer has it.
 * @throws on a failed request
 */
export async function readCurrentProduct(id: string, signal?: AbortSignal) {
  const response = await fetch(pathInPageLanguage(`/product/${id}/now`), { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The store answered ${response.status}`);
  const row = fields(await response.json());
  return { product: normaliseProduct(row), variants: variantsOf(row) };
}
