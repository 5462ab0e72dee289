import type { Tenant } from '#app/brands/brand.ts';
import { type PriceRules, unitPrice } from '#app/cart/unit-price.ts';
import { printedElements, readDesign } from '#app/designer/design.ts';
import { garmentCartProduct } from '#app/designer/design-product.ts';
import { toPiastres } from '#app/lib/money.ts';
import { newId } from '#app/lib/row-id.ts';
import { isRemoved, type Ordered, type ReorderLine, type ReorderProduct, reorderLine } from './buy-again.ts';
import type { OrderLine } from './read-orders.ts';

/** Builds the cart line of an order line with a design: as ordered, at current prices, without its picture. */
export function reorderDesign(
  ordered: Ordered & Pick<OrderLine, 'customization'>,
  products: readonly ReorderProduct[],
  flags: Tenant['productsOptions'],
  rules: PriceRules,
): ReorderLine {
  const { name, quantity, color, size } = ordered;
  const product = products.find(({ id }) => id === ordered.product_id);
  if (isRemoved(ordered, product)) return { name, kind: 'gone' };
  const base = product ? reorderLine(ordered, products, flags) : null;
  if (base && 'kind' in base) return base;
  const design = readDesign(ordered.customization?.design);
  const prints = design && printedElements(design);
  const price = prints && unitPrice(base ? toPiastres(base.line.product.price) : null, prints, rules);
  if (!design || !prints || price === null) return { name, kind: 'design-gone' };
  const cartProduct = base
    ? { ...base.line.product, price: price / 100, images: [] }
    : garmentCartProduct(design.garment, price / 100);
  return {
    name,
    quantity,
    line: {
      // A product without its own options is printed in a color and size of its garment.
      ...(color ? { selectedColor: color } : {}),
      ...(size ? { selectedSize: size } : {}),
      ...base?.line,
      product: cartProduct,
      // The saved design may have changed since; use the ordered one.
      customizationId: newId(),
      prints,
      design,
    },
  };
}
