import { type CartLine, isOwnGarment } from '#app/cart/cart-line.ts';
import type { Json, Tables } from '#app/lib/database.types.ts';

/** A line of an order, as far as it says which line of a cart it came from. */
export type OrderedLine = Pick<
  Tables<'order_lines'>,
  'product_id' | 'variant_id' | 'customization_id' | 'customization' | 'color' | 'size' | 'type' | 'quantity'
>;

/**
 * The lines of a cart that an order holds, each with how many were ordered. An order knows neither a guest's id of a
 * design nor a garment of the designer's own by an id: these are told by what is printed.
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

// The database takes an option in any case and stores it as the product has it.
const isSame = (ordered: string | null, chosen: string | undefined): boolean =>
  (ordered ?? '').toLowerCase() === (chosen ?? '').toLowerCase();

function isSameDesign({ customization_id, customization }: OrderedLine, line: CartLine): boolean {
  if (!customization || !line.customizationId) return !customization && !line.customizationId;
  if (customization_id === line.customizationId) return true;
  const { design } = objectOf(customization);
  return line.design !== undefined && written(design) === written(line.design);
}

function objectOf(value: Json | undefined): { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** A document as text, whatever order its keys are in: the database has one of its own. */
function written(document: Json | undefined): string {
  return JSON.stringify(document, (_key, value: Json) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
