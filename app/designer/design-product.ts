import { type CartProduct, garmentProductId } from '#app/cart/cart-line.ts';
import { colorFor, type GarmentColor, garmentColors } from '#app/garments/colors.ts';
import { sizesOf } from '#app/garments/size-charts.ts';
import type { GarmentType } from '#app/garments/types.ts';
import { designedGarmentName } from '#app/lib/garment-words.ts';
import { garmentOf } from '#app/product/garment-of.ts';
import { optionList } from '#app/product/parse-values.ts';
import type { Product } from '#app/product/product.ts';
import { type ChosenOptions, productOptions, resolveOptions } from '#app/product/product-options.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import type { Variant } from '#app/product/variants.ts';

/** A store product that a design is made on. */
export interface DesignProduct {
  readonly product: Product;
  readonly garment: GarmentType;
  readonly variants: readonly Variant[];
}

/** Returns the product with its garment type; null if it is not a garment. */
export function designProduct(product: Product, variants: readonly Variant[]): DesignProduct | null {
  const garment = garmentOf(product);
  return garment ? { product, garment, variants } : null;
}

/** Returns a design's options: its color and size, and the product's options with a single value. */
export function designChoice(shopProduct: DesignProduct | null, color: string, size: string): ChosenOptions {
  const options = shopProduct
    ? productOptions(shopProduct.product, { colors: true, sizes: true, types: true })
    : [];
  return { ...resolveOptions(options), color, size };
}

/** Returns the colors of a garment: the product's, or all of the type's (docs/product.md, Printing). */
export function offeredColors(
  garment: GarmentType,
  shopProduct: DesignProduct | null,
): readonly GarmentColor[] {
  const productColors = shopProduct ? optionList(shopProduct.product.color) : [];
  if (productColors.length === 0) return garmentColors(garment);
  return productColors.map((name) => {
    const dyed = colorFor(garment, name);
    const swatch = swatchBackground(name);
    const hex = dyed.name === name.toLowerCase() || !/^#[0-9a-f]{6}$/i.test(swatch) ? dyed.hex : swatch;
    return { name, hex };
  });
}

/** Returns the sizes of a garment: the product's, or those of the type's size chart. */
export function offeredSizes(garment: GarmentType, shopProduct: DesignProduct | null): readonly string[] {
  return shopProduct ? optionList(shopProduct.product.size) : sizesOf(garment);
}

/** Quantity limit for a garment that is not a store product and so has no stock. */
const most = 999;

/** Returns the cart product for a garment that is not a store product. `price` is in pounds. */
export function garmentCartProduct(garment: string, price: number, preview?: string): CartProduct {
  return {
    id: garmentProductId(garment),
    name: designedGarmentName(garment),
    price,
    images: preview ? [preview] : [],
    description: '',
    category_id: '',
    featured: false,
    is_new: false,
    discount: 0,
    category: { id: '', name: 'Uncategorized', description: '', image: '', created_at: '', tenant_id: '' },
    unit: '',
    stock: most,
    created_at: '',
    updated_at: '',
  };
}
