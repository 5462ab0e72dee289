import { describe, expect, it } from 'vitest';
import type { Enums } from '#app/lib/database.types.ts';
import { type OrderInStatus, transitionsOf } from './change-order-status.ts';

type Status = Enums<'order_status'>;

const order = (number: string, status: Status): OrderInStatus => ({
  id: number,
  tenant_id: 'duoworks',
  number,
  status,
});

describe('changing the status of several orders', () => {
  it('offers the allowed transitions, each with the orders that allow it', () => {
    const orders = [order('1', 'pending'), order('2', 'confirmed'), order('3', 'pending')];
    const transitions = transitionsOf(orders).map(({ status, orders: of }) => [
      status,
      of.map(({ number }) => number),
    ]);
    expect(transitions).toEqual([
      ['confirmed', ['1', '3']],
      ['in_production', ['2']],
      ['cancelled', ['1', '2', '3']],
    ]);
  });

  it('leaves payments and reported problems to the order’s own page', () => {
    const statuses: Status[] = ['awaiting_payment', 'return_requested', 'delivered', 'returned'];
    expect(
      transitionsOf(statuses.map((status) => order(status, status))).map(({ status }) => status),
    ).toEqual(['cancelled']);
  });
});
