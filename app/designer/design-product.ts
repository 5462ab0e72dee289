import type { CartProduct } from '#app/cart/cart-line.ts';
import { garmentProductId } from '#app/cart/cart-line.ts';
import { colorFor, type GarmentColor, garmentColors } from '#app/garments/colors.ts';
import { sizesOf } from '#app/garments/size-charts.ts';
import type { GarmentType } from '#app/garments/types.ts';
import { garmentOf } from '#app/product/garment-of.ts';
import { optionList } from '#app/product/legacy-values.ts';
import type { Product } from '#app/product/product.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';

/** The shop's product that a design is made on. */
export interface DesignProduct {
  readonly product: Product;
  readonly garment: GarmentType;
}

/** The product as something to design on; null when it is no garment. */
export function designProduct(product: Product): DesignProduct | null {
  const garment = garmentOf(product);
  return garment ? { product, garment } : null;
}

/** The colours a garment can be chosen in: the product's own, or all that the type is dyed in (spec section 3). */
export function offeredColors(garment: GarmentType, on: DesignProduct | null): readonly GarmentColor[] {
  const own = on ? optionList(on.product.color) : [];
  if (own.length === 0) return garmentColors(garment);
  return own.map((name) => {
    const dyed = colorFor(garment, name);
    const swatch = swatchBackground(name);
    const hex = dyed.name === name.toLowerCase() || !/^#[0-9a-f]{6}$/i.test(swatch) ? dyed.hex : swatch;
    return { name, hex };
  });
}

/** The sizes a garment can be chosen in: the product's own, or those of the type's size chart. */
export function offeredSizes(garment: GarmentType, on: DesignProduct | null): readonly string[] {
  return on ? optionList(on.product.size) : sizesOf(garment);
}

/** How many garments of the designer's own one order may hold; the database counts none. */
const most = 999;

/** The product that the cart keeps of a garment of the designer's own. `price` is pounds. */
export function ownGarment(garment: string, price: number, preview: string): CartProduct {
  return {
    id: garmentProductId(garment),
    name: `Custom ${garment}`,
    price,
    images: [preview],
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
