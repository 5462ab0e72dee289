import type { Product } from '#app/product/product.ts';
import { type ChosenOptions, type OptionKey, otherName } from '#app/product/product-options.ts';
import type { CartLine } from './cart-line.ts';

/**
 * Builds the cart line of a product with the chosen options (docs/product.md, Cart).
 * @param variantId the variant of these options
 */
export function cartLine(
  product: Product,
  chosen: ChosenOptions,
  variantId?: string,
): Omit<CartLine, 'quantity'> {
  const furtherOptions = (Object.keys(chosen) as OptionKey[]).flatMap((key) => {
    const name = otherName(key);
    return name && chosen[key] ? [[name, chosen[key]] as const] : [];
  });
  const { id, name, price, images, description, category_id, featured, is_new, discount, category } = product;
  const { unit, stock, created_at, updated_at } = product;
  return {
    product: {
      id,
      name,
      price,
      images,
      description,
      category_id,
      featured,
      is_new,
      discount,
      category,
      unit,
      stock,
      created_at,
      updated_at,
    },
    ...(chosen.color && { selectedColor: chosen.color }),
    ...(chosen.size && { selectedSize: chosen.size }),
    ...(chosen.type && { selected_type: chosen.type }),
    ...(furtherOptions.length > 0 && { selectedOptions: Object.fromEntries(furtherOptions) }),
    ...(variantId && { variantId }),
  };
}
