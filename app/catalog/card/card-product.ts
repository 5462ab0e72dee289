import type { Tenant } from '#app/brands/brand.ts';
import { type Attribute, cardFacts } from '#app/product/attributes.ts';
import { fields, numeric, optionList } from '#app/product/legacy-values.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import type { CardProduct } from '#app/product/product.ts';
import { productOptions } from '#app/product/product-options.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { asChosen, variantsOf } from '#app/product/variants.ts';

/** Most colours that a card shows; the others are counted. */
const mostSwatches = 5;

/** Colors that look the same are shown once. */
const different = (backgrounds: readonly string[]) => [...new Set(backgrounds)];

/** The part of a product that its card shows, from a row in any shape. */
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
    version: product.version,
    name: product.name,
    price,
    from: numeric(max_price, price) > price,
    // The struck price is of the product's own price: one that is lower was never sold for it.
    originalPrice: price === product.price ? product.originalPrice : null,
    discount: product.discount,
    images: product.images.slice(0, 2),
    stock: product.stock,
    isNew: product.isNew,
    category: product.category_id ? product.category.name : '',
    hasOptions: productOptions(product, flags).some(({ values }) => values.length > 1),
    colors: colors.length,
    swatches: colors.length > 1 ? different(colors.map(swatchBackground)).slice(0, mostSwatches) : [],
    facts: cardFacts(attributes, product.attributes),
    rating: product.rating,
    reviewCount: product.review_count,
  };
}

/**
 * The card of a wish: of the variant that its row embeds, with that one's picture, price, stock and options, or else of the
 * whole product.
 */
export function wishedCard(row: unknown, flags: Tenant['productsOptions']): CardProduct {
  const card = cardProduct(row, flags);
  const [variant] = variantsOf(fields(row));
  if (!variant) return card;
  const { price, originalPrice, images, stock } = asChosen(normaliseProduct(row), [variant], variant.options);
  return {
    ...card,
    ...{ price, originalPrice, stock, variantId: variant.id },
    ...{ from: false, hasOptions: false, colors: 0, swatches: [] },
    images: images.slice(0, 2),
    facts: Object.values(variant.options).filter(Boolean),
  };
}
