import { toPiastres } from '#app/lib/money.ts';
import type { FullOrder } from './read-orders.ts';

type Booked = Pick<FullOrder, 'total' | 'charged' | 'received' | 'given_back' | 'owes'>;

interface OrderMoney {
  /** The order's current cost minus its original cost; 0 while unchanged. */
  change: number;
  costs: number;
  paid: number;
  givenBack: number;
  /** Amount due to the store; 0 if the store owes money. */
  toPay: number;
}

/** Changes to an order's money since it was placed, in piastres (docs/product.md, Orders). */
export function orderMoney(order: Booked): OrderMoney {
  const costs = toPiastres(order.charged);
  const paid = toPiastres(order.received);
  const givenBack = toPiastres(order.given_back);
  return {
    change: costs - toPiastres(order.total),
    costs,
    paid,
    givenBack,
    toPay: toPiastres(order.owes),
  };
}

type Taxed = {
  shipping_tax: number | null;
  gift_tax: number | null;
  order_lines: readonly { tax_share: number; edit_id: string | null }[];
};

/** The VAT included in an order's total, in piastres: of its lines as sold, and of its delivery. */
export function containedTax({ shipping_tax, gift_tax, order_lines }: Taxed): number {
  return order_lines
    .filter(({ edit_id }) => edit_id === null)
    .reduce(
      (sum, { tax_share }) => sum + toPiastres(tax_share),
      toPiastres(shipping_tax ?? 0) + toPiastres(gift_tax ?? 0),
    );
}
