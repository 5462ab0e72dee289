import type { Tenant } from '#app/brands/brand.ts';
import { type Attribute, cardFacts } from '#app/product/attributes.ts';
import { optionList } from '#app/product/legacy-values.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import type { CardProduct } from '#app/product/product.ts';
import { productOptions } from '#app/product/product-options.ts';

/** The part of a product that its card shows, from a row in any shape. */
export function cardProduct(
  row: unknown,
  flags: Tenant['productsOptions'],
  attributes: readonly Attribute[] = [],
): CardProduct {
  const product = normaliseProduct(row);
  return {
    id: product.id,
    version: product.version,
    name: product.name,
    price: product.price,
    originalPrice: product.originalPrice,
    discount: product.discount,
    images: product.images.slice(0, 2),
    stock: product.stock,
    isNew: product.isNew,
    category: product.category_id ? product.category.name : '',
    hasOptions: productOptions(product, flags).some(({ values }) => values.length > 1),
    colors: flags.colors ? optionList(product.color).length : 0,
    facts: cardFacts(attributes, product.attributes),
    rating: product.rating,
    reviewCount: product.review_count,
  };
}
