import type { Tenant } from '#app/brands/brand.ts';
import { type Attribute, cardFacts } from '#app/product/attributes.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { fields, numeric, optionList } from '#app/product/parse-values.ts';
import type { CardProduct } from '#app/product/product.ts';
import { productOptions } from '#app/product/product-options.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { productForChoice, variantsOf } from '#app/product/variants.ts';

/** Maximum number of swatches on a card; further colors are counted. */
const mostSwatches = 5;

/**
 * Minimum number of reviews before a card shows their average: one or two say more about the reviewers than the
 * product.
 */
const fewestReviews = 3;

/** Picks the fields of a product that its card shows. */
export function cardProduct(
  row: unknown,
  flags: Tenant['productsOptions'],
  attributes: readonly Attribute[] = [],
): CardProduct {
  const product = normaliseProduct(row);
  const { min_price, max_price } = fields(row);
  const price = numeric(min_price, product.price);
  const colors = flags.colors ? optionList(product.color) : [];
  return {
    id: product.id,
    slug: product.slug,
    version: product.version,
    name: product.name,
    price,
    from: numeric(max_price, price) > price,
    // `originalPrice` belongs to the product's own price, not to a cheaper variant's.
    originalPrice: price === product.price ? product.originalPrice : null,
    discount: product.discount,
    images: product.images.slice(0, 2),
    stock: product.stock,
    isNew: product.isNew,
    category: product.category_id ? product.category.name : '',
    hasOptions: productOptions(product, flags).some(({ values }) => values.length > 1),
    colors: colors.length,
    swatches: colors.length > 1 ? [...new Set(colors.map(swatchBackground))].slice(0, mostSwatches) : [],
    facts: cardFacts(attributes, product.attributes),
    rating: product.review_count < fewestReviews ? null : product.rating,
    reviewCount: product.review_count,
  };
}

/**
 * The card of a wishlist item: the variant embedded in its row, with that variant's picture, price, stock and options;
 * else the product.
 */
export function wishlistCard(row: unknown, flags: Tenant['productsOptions']): CardProduct {
  const card = cardProduct(row, flags);
  const [variant] = variantsOf(fields(row));
  if (!variant) return card;
  const product = normaliseProduct(row);
  const { price, originalPrice, images, stock } = productForChoice(product, [variant], variant.options);
  return {
    ...card,
    price,
    originalPrice,
    stock,
    variantId: variant.id,
    restocks: product.restocks,
    from: false,
    hasOptions: false,
    colors: 0,
    swatches: [],
    images: images.slice(0, 2),
    facts: Object.values(variant.options).filter(Boolean),
  };
}
