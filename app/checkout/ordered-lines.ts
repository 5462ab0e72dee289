import { type CartLine, isOwnGarment } from '#app/cart/cart-line.ts';
import type { Json, Tables } from '#app/lib/database.types.ts';

/** The fields of an order line that identify its cart line. */
export type OrderedLine = Pick<
  Tables<'order_lines'>,
  'product_id' | 'variant_id' | 'customization_id' | 'customization' | 'color' | 'size' | 'type' | 'quantity'
>;

/**
 * Returns the cart lines contained in an order, with the ordered quantities. Designs of guests and garments of the
 * designer have no id in the order and are matched by their prints.
 */
export function orderedOf(lines: readonly CartLine[], ordered: readonly OrderedLine[]): CartLine[] {
  return ordered.flatMap((one) => {
    const line = lines.find((candidate) => isOf(one, candidate));
    return line ? [{ ...line, quantity: one.quantity }] : [];
  });
}

function isOf(ordered: OrderedLine, line: CartLine): boolean {
  const productId = isOwnGarment(line) ? null : line.product.id;
  return (
    ordered.product_id === productId &&
    isSame(ordered.color, line.selectedColor) &&
    isSame(ordered.size, line.selectedSize) &&
    isSame(ordered.type, line.selected_type) &&
    (!line.selectedOptions || ordered.variant_id === line.variantId) &&
    isSameDesign(ordered, line)
  );
}

// The database matches options case-insensitively and stores the product's spelling.
const isSame = (ordered: string | null, chosen: string | undefined): boolean =>
  (ordered ?? '').toLowerCase() === (chosen ?? '').toLowerCase();

function isSameDesign({ customization_id, customization }: OrderedLine, line: CartLine): boolean {
  if (!customization || !line.customizationId) return !customization && !line.customizationId;
  if (customization_id === line.customizationId) return true;
  const { design } = objectOf(customization);
  return line.design !== undefined && stableStringify(design) === stableStringify(line.design);
}

function objectOf(value: Json | undefined): { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** Serializes a document with sorted keys, as jsonb does not keep their order. */
function stableStringify(document: Json | undefined): string {
  return JSON.stringify(document, (_key, value: Json) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
