import { toPiastres } from '#app/lib/money.ts';

/** Print prices of a store, in integer piastres. */
export interface PriceRules {
  textPrint: number;
  imagePrint: number;
  garmentPrices: Readonly<Record<string, number>>;
}

/** The prints on a garment. */
export interface Prints {
  garment: string;
  texts: number;
  images: number;
}

/** The price settings of a store. Amounts are pounds. */
export interface PriceSettings {
  customization: {
    textPrice: number;
    imagePrice: number;
    baseProductPrices: Readonly<Record<string, number>>;
  };
}

/** Price rules from the settings, converted to piastres. */
export function priceRules({ customization }: PriceSettings): PriceRules {
  const garments = Object.entries(customization.baseProductPrices);
  return {
    textPrint: toPiastres(customization.textPrice),
    imagePrint: toPiastres(customization.imagePrice),
    garmentPrices: Object.fromEntries(garments.map(([garment, price]) => [garment, toPiastres(price)])),
  };
}

/**
 * Unit price in piastres: the product's price, or the garment's base price without a product, plus each printed text
 * and image (docs/product.md, Printing). Null when the store has no price for the garment.
 */
export function unitPrice(product: number | null, prints: Prints | null, rules: PriceRules): number | null {
  if (!prints) return product;
  const base =
    product ??
    (Object.hasOwn(rules.garmentPrices, prints.garment) ? rules.garmentPrices[prints.garment] : undefined);
  if (base === undefined) return null;
  return base + rules.textPrint * prints.texts + rules.imagePrint * prints.images;
}
