import type { Enums } from '../../app/lib/database.types.ts';

/** One order of the demo shopper: how far it has come, and when it was placed. */
export interface DemoOrder {
  readonly status: Enums<'order_status'>;
  readonly daysAgo: number;
  /** How many different products, and of the first of them how many. */
  readonly lines: number;
  readonly quantity: number;
  readonly express?: boolean;
  readonly slot?: boolean;
  readonly code?: boolean;
  readonly note?: string;
  readonly reason?: string;
}

/** A dozen orders in every status that a store's payments allow, newest first. */
export function demoOrders(takesPrepayment: boolean): readonly DemoOrder[] {
  return [
    {
      status: 'pending',
      daysAgo: 0.08,
      lines: 2,
      quantity: 1,
      slot: true,
      note: 'Please ring the bell twice.',
    },
    takesPrepayment
      ? { status: 'awaiting_payment', daysAgo: 0.3, lines: 1, quantity: 1 }
      : { status: 'pending', daysAgo: 0.4, lines: 1, quantity: 2, express: true },
    { status: 'confirmed', daysAgo: 1.2, lines: 3, quantity: 1, slot: true },
    { status: 'in_production', daysAgo: 2.1, lines: 1, quantity: 3 },
    { status: 'shipped', daysAgo: 3.4, lines: 2, quantity: 1, express: true },
    { status: 'shipped', daysAgo: 4.2, lines: 1, quantity: 1, note: 'Leave it with the doorman.' },
    { status: 'delivered', daysAgo: 6.5, lines: 2, quantity: 2, code: true },
    {
      status: 'return_requested',
      daysAgo: 8.1,
      lines: 1,
      quantity: 1,
      reason: 'It arrived with a tear in the parcel.',
    },
    { status: 'delivered', daysAgo: 11.7, lines: 3, quantity: 1 },
    { status: 'cancelled', daysAgo: 14.3, lines: 1, quantity: 1, reason: 'Ordered the wrong size.' },
    { status: 'returned', daysAgo: 19.8, lines: 1, quantity: 1, reason: 'Not the colour I expected.' },
    { status: 'delivered', daysAgo: 27.4, lines: 2, quantity: 1, express: true },
  ];
}

type Status = Enums<'order_status'>;

/** The statuses an order passes after it was placed, up to the one wanted. */
export function wayTo(status: Status): readonly Status[] {
  const straight: Status[] = ['confirmed', 'in_production', 'shipped', 'delivered'];
  switch (status) {
    case 'pending':
    case 'awaiting_payment':
      return [];
    case 'cancelled':
      return ['cancelled'];
    case 'return_requested':
      return [...straight, 'return_requested'];
    case 'returned':
      return [...straight, 'return_requested', 'returned'];
    default:
      return straight.slice(0, straight.indexOf(status) + 1);
  }
}

/** Days after the order at which it reached the n-th status of its way; never later than now. */
export const daysUntil = (step: number, daysAgo: number): number =>
  Math.min(daysAgo * 0.95, [0.1, 0.6, 1.6, 3.1, 3.8, 5.4][step] ?? 6);
