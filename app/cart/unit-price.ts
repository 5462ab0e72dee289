import { toPiastres } from '#app/lib/money.ts';

/** What a store asks for printing. Amounts are integer piastres. */
export interface PriceRules {
  textPrint: number;
  imagePrint: number;
  garmentPrices: Readonly<Record<string, number>>;
}

/** What is printed on a garment. */
export interface Prints {
  garment: string;
  texts: number;
  images: number;
}

/** The group of a settings row that prices depend on. Amounts are pounds. */
export interface PriceSettings {
  customization: {
    textPrice: number;
    imagePrice: number;
    baseProductPrices: Readonly<Record<string, number>>;
  };
}

/** The price rules in a settings row. */
export function priceRules({ customization }: PriceSettings): PriceRules {
  const garments = Object.entries(customization.baseProductPrices);
  return {
    textPrint: toPiastres(customization.textPrice),
    imagePrint: toPiastres(customization.imagePrice),
    garmentPrices: Object.fromEntries(garments.map(([garment, price]) => [garment, toPiastres(price)])),
  };
}

/**
 * What one piece costs, in piastres: the product's price, or the garment's base price when there is no product, and
 * each printed text and image (spec section 9). Null when the store does not price the garment.
 */
export function unitPrice(product: number | null, prints: Prints | null, rules: PriceRules): number | null {
  if (!prints) return product;
  const base =
    product ??
    (Object.hasOwn(rules.garmentPrices, prints.garment) ? rules.garmentPrices[prints.garment] : undefined);
  if (base === undefined) return null;
  return base + rules.textPrint * prints.texts + rules.imagePrint * prints.images;
}
