import { fields, numeric, text } from './legacy-values.ts';
import type { Product } from './product.ts';
import { type ChosenOptions, type OptionKey, optionKey } from './product-options.ts';

/** What is sold of a product: a combination of its options with a stock of its own. Amounts are pounds. */
export interface Variant {
  id: string;
  /** The value of each option, '' where the product has no such option. */
  options: ChosenOptions;
  /** Null stands for the product's. */
  price: number | null;
  originalPrice: number | null;
  stock: number;
  /** Address of its picture, '' when it has none of its own. */
  image: string;
  /** '' when it has none. */
  sku: string;
}

/** The variants of a product's row, which embeds `product_options` and `product_variants`. */
export function variantsOf(row: Record<string, unknown>): Variant[] {
  const options = list(row.product_options).map((option) => ({
    key: optionKey(option),
    column: `option${numeric(option.position, 0)}`,
  }));
  return list(row.product_variants).map((variant) => {
    const values: ChosenOptions = { color: '', size: '', type: '' };
    for (const { key, column } of options) values[key] = text(variant[column]);
    return {
      id: text(variant.id),
      options: values,
      price: numeric(variant.price, null),
      originalPrice: numeric(variant.original_price, null),
      stock: numeric(variant.stock, 0),
      image: text(variant.image),
      sku: text(variant.sku),
    };
  });
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

const same = (one = '', other = '') => one.toLowerCase() === other.toLowerCase();

/** The options that something is sold in. */
const keysOf = (options: Readonly<ChosenOptions>) =>
  (Object.keys(options) as OptionKey[]).filter((key) => options[key]);

/** The variant that somebody chose; undefined while an option is open, or when nothing of the kind is sold. */
export function chosenVariant(
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
): Variant | undefined {
  return variants.find(({ options }) => keysOf(options).every((key) => same(options[key], chosen[key])));
}

/** The values of an option that cannot be had together with what is chosen of the others. */
export function soldOutValues(
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
  key: OptionKey,
  values: readonly string[],
): ReadonlySet<string> {
  if (!variants.some(({ options }) => options[key])) return new Set();
  const others = keysOf(chosen).filter((other) => other !== key);
  const left = variants.filter(
    ({ stock, options }) =>
      stock > 0 && others.every((other) => !options[other] || same(options[other], chosen[other])),
  );
  return new Set(values.filter((value) => !left.some(({ options }) => same(value, options[key]))));
}

/** A product as a choice shows it; `from` where the price is the lowest of several. */
export type ShownProduct = Product & { from?: true };

/**
 * A product as its chosen variant is sold: with that one's price, struck price, stock and picture, which comes first. What no
 * variant is sold as is sold out. While an option is open, it has the lowest price and the whole stock of what can still be
 * chosen.
 */
export function asChosen(
  product: Product,
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
): ShownProduct {
  if (variants.length === 0) return product;
  const variant = chosenVariant(variants, chosen);
  if (!variant) return whileOpen(product, variants, chosen);
  const { stock, image } = variant;
  const images = image ? [image, ...product.images.filter((other) => other !== image)] : product.images;
  return { ...product, ...pricesOf(product, variant), stock, images };
}

function whileOpen(
  product: Product,
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
): ShownProduct {
  const possible = variants.filter(({ options }) =>
    keysOf(options).every((key) => !chosen[key] || same(options[key], chosen[key])),
  );
  const [first, ...others] = possible.map((variant) => pricesOf(product, variant));
  if (!first) return { ...product, stock: 0 };
  const lowest = others.reduce((least, one) => (one.price < least.price ? one : least), first);
  const differ = others.some(({ price }) => price !== first.price);
  const stock = possible.reduce((sum, one) => sum + one.stock, 0);
  return { ...product, ...lowest, stock, ...(differ && { from: true }) };
}

/** What a variant costs: its own price with its own struck price, or the product's. */
function pricesOf(product: Product, variant: Variant) {
  const price = variant.price ?? product.price;
  const originalPrice = variant.price === null ? product.originalPrice : variant.originalPrice;
  return { price, originalPrice, original_price: originalPrice };
}

/** The picture of what is chosen so far: the variant's own, or that of its colour. */
export function pictureOf(variants: readonly Variant[], chosen: Readonly<ChosenOptions>): string {
  const own = chosenVariant(variants, chosen)?.image;
  if (own || chosen.color === '') return own ?? '';
  return variants.find(({ options, image }) => image && same(options.color, chosen.color))?.image ?? '';
}

/** The options of a product, as a request for products embeds them. */
export const optionColumns = 'product_options(position, kind, name, values)';

/** Columns of a variant. */
export const variantFields = 'id, option1, option2, option3, price, original_price, stock, image, sku';

/** What a request for products embeds so that `variantsOf` can read them. */
export const variantColumns = `${optionColumns}, product_variants(${variantFields})` as const;
