import type { Json } from '#app/lib/database.types.ts';
import { isPrintable } from '#app/lib/printable-letters.ts';

type Order = { address: Json; customer_name: string; order_lines: { name: string }[] };

const textsOf = ({ address, customer_name, order_lines }: Order): string[] => [
  customer_name,
  ...order_lines.map(({ name }) => name),
  ...(address && typeof address === 'object' ? Object.values(address) : []).filter(
    (value) => typeof value === 'string',
  ),
];

/**
 * Returns an order with its names and address in letters that can be printed (docs/product.md, Documents).
 * Transliteration is loaded only for orders that need it.
 */
export async function printableOrder<Printed extends Order>(order: Printed): Promise<Printed> {
  if (textsOf(order).every((text) => text === '' || isPrintable(text))) return order;
  const { printableText } = await import('#app/lib/printable-text.ts');
  const { address } = order;
  const printable = (value: Json | undefined) => (typeof value === 'string' ? printableText(value) : value);
  return {
    ...order,
    customer_name: printableText(order.customer_name),
    address:
      address && typeof address === 'object' && !Array.isArray(address)
        ? Object.fromEntries(Object.entries(address).map(([part, value]) => [part, printable(value)]))
        : address,
    order_lines: order.order_lines.map((line) => ({ ...line, name: printableText(line.name) })),
  };
}
