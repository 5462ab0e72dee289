import type { OrderAddress } from '#app/lib/json-columns.ts';
import { isPrintable } from '#app/lib/printable-letters.ts';

type Order = {
  address: OrderAddress;
  customer_name: string;
  order_lines: { name: string }[];
  shipments?: { old_pieces_to_collect: string | null }[];
};

const textsOf = ({ address, customer_name, order_lines, shipments = [] }: Order): string[] => [
  customer_name,
  ...order_lines.map(({ name }) => name),
  ...shipments.map((shipment) => shipment.old_pieces_to_collect ?? ''),
  ...Object.values(address),
];

/**
 * Returns an order with its names and address in letters that can be printed (docs/product.md, Documents).
 * Transliteration is loaded only for orders that need it.
 */
export async function printableOrder<Printed extends Order>(order: Printed): Promise<Printed> {
  if (textsOf(order).every((text) => text === '' || isPrintable(text))) return order;
  const { printableText } = await import('#app/lib/printable-text.ts');
  return {
    ...order,
    customer_name: printableText(order.customer_name),
    address: Object.fromEntries(
      Object.entries(order.address).map(([part, text]) => [part, printableText(text)]),
    ),
    order_lines: order.order_lines.map((line) => ({ ...line, name: printableText(line.name) })),
    ...(order.shipments && {
      shipments: order.shipments.map((shipment) => ({
        ...shipment,
        old_pieces_to_collect: printableText(shipment.old_pieces_to_collect ?? ''),
      })),
    }),
  };
}
