import { translatedWords } from '#app/i18n/translated-row.ts';
import { fields, numeric, text } from './parse-values.ts';
import type { Product } from './product.ts';
import { type ChosenOptions, type OptionKey, optionKey } from './product-options.ts';

/** A combination of option values with its own stock. Amounts are pounds. */
export interface Variant {
  id: string;
  /** The value of each option; '' if the product lacks the option. */
  options: ChosenOptions;
  /** Null if the product's price applies. */
  price: number | null;
  originalPrice: number | null;
  stock: number;
  /** Picture URL, or ''. */
  image: string;
  sku: string;
  /** Weight of one item in grams, if requested and known. */
  grams?: number;
}

/** Parses the variants of a product row with embedded `product_options` and `product_variants`. */
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

/** The options that have a value. */
export const keysOf = (options: Readonly<ChosenOptions>) =>
  (Object.keys(options) as OptionKey[]).filter((key) => options[key]);

/** The variant with the chosen options; undefined while an option is open or for an unknown combination. */
export function chosenVariant(
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
): Variant | undefined {
  return variants.find(({ options }) => keysOf(options).every((key) => same(options[key], chosen[key])));
}

/** Option values that are unavailable in combination with the other chosen options. */
export function soldOutValues(
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
  key: OptionKey,
  values: readonly string[],
): ReadonlySet<string> {
  if (!variants.some(({ options }) => options[key])) return new Set();
  const others = keysOf(chosen).filter((other) => other !== key);
  const available = variants.filter(
    ({ stock, options }) =>
      stock > 0 && others.every((other) => !options[other] || same(options[other], chosen[other])),
  );
  return new Set(values.filter((value) => !available.some(({ options }) => same(value, options[key]))));
}

/** A product with the data of a choice; `from` if its price is the lowest of several. */
export type ShownProduct = Product & { from?: true };

/**
 * The product with the price, original price, stock and picture of the chosen variant; sold out for an unknown
 * combination. While an option is open: the lowest available price and the total stock of the remaining variants.
 */
export function productForChoice(
  product: Product,
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
): ShownProduct {
  if (variants.length === 0) return product;
  const variant = chosenVariant(variants, chosen);
  if (!variant) return productForPartialChoice(product, variants, chosen);
  const { stock, image } = variant;
  const images = image ? [image, ...product.images.filter((other) => other !== image)] : product.images;
  return { ...product, ...pricesOf(product, variant), stock, images };
}

/** The variants that determine a product's price: those in stock, or all if everything is sold out. */
function buyable(variants: readonly Variant[]): readonly Variant[] {
  const inStock = variants.filter(({ stock }) => stock > 0);
  return inStock.length > 0 ? inStock : variants;
}

/** The variants that match the choice so far, in stock or not. */
export function possibleVariants(
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
): readonly Variant[] {
  return variants.filter(({ options }) =>
    keysOf(options).every((key) => !chosen[key] || same(options[key], chosen[key])),
  );
}

function productForPartialChoice(
  product: Product,
  variants: readonly Variant[],
  chosen: Readonly<ChosenOptions>,
): ShownProduct {
  const possible = possibleVariants(variants, chosen);
  const [first, ...others] = buyable(possible).map((variant) => pricesOf(product, variant));
  if (!first) return { ...product, stock: 0 };
  const lowest = others.reduce((least, one) => (one.price < least.price ? one : least), first);
  const differ = others.some(({ price }) => price !== first.price);
  const stock = possible.reduce((sum, one) => sum + one.stock, 0);
  return { ...product, ...lowest, stock, ...(differ && { from: true }) };
}

/** A variant's price with its original price, or the product's. */
function pricesOf(product: Product, variant: Variant) {
  const price = variant.price ?? product.price;
  const originalPrice = variant.price === null ? product.originalPrice : variant.originalPrice;
  return { price, originalPrice, original_price: originalPrice };
}

/** Picture of the choice: the variant's own, or that of its color. */
export function pictureOf(variants: readonly Variant[], chosen: Readonly<ChosenOptions>): string {
  const variantImage = chosenVariant(variants, chosen)?.image;
  if (variantImage || chosen.color === '') return variantImage ?? '';
  return variants.find(({ options, image }) => image && same(options.color, chosen.color))?.image ?? '';
}

/** A stored variant's option values; '' if the product has fewer options. */
type StoredValues = { option1: string; option2: string; option3: string };

/** Translates a stored variant's values to the page's language, in the order of the product's options. */
export function valuesInWords(
  { option1, option2, option3 }: StoredValues,
  options: readonly { position: number; translations: unknown }[],
): string[] {
  const words = [option1, option2, option3].map((value, index) => {
    const option = options.find(({ position }) => position === index + 1);
    return translatedWords(option?.translations, 'values')[value] ?? value;
  });
  return words.filter(Boolean);
}

/** Embeds a product's options in a select. */
export const optionColumns = 'product_options(position, kind, name, values)';

export const variantFields = 'id, option1, option2, option3, price, original_price, stock, image, sku';

/** Embeds what `variantsOf` needs in a select. */
export const variantColumns = `${optionColumns}, product_variants(${variantFields})` as const;
