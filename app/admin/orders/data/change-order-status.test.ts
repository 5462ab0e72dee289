import { describe, expect, it } from 'vitest';
import type { Enums } from '#app/lib/database.types.ts';
import { changeStatuses, type OrderInStatus, transitionsOf } from './change-order-status.ts';

type Status = Enums<'order_status'>;

const order = (number: string, status: Status): OrderInStatus => ({ id: number, number, status });

describe('moving several orders', () => {
  it('offers the allowed transitions, each with the orders that may make it', () => {
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

  it('leaves payments and reported problems to the page of their order', () => {
    const statuses: Status[] = ['awaiting_payment', 'return_requested', 'delivered', 'returned'];
    expect(
      transitionsOf(statuses.map((status) => order(status, status))).map(({ status }) => status),
    ).toEqual(['cancelled']);
  });

  it('tells of each order what became of it, in the order they were chosen', async () => {
    const orders = Array.from({ length: 10 }, (_, n) => order(`${n}`, 'pending'));
    const progress: number[] = [];
    const outcomes = await changeStatuses(
      orders,
      async ({ number }) => {
        if (Number(number) % 4 === 1) throw new Error(`no ${number}`);
      },
      (done) => progress.push(done),
    );
    expect(outcomes.map(({ number, why }) => number + why)).toEqual([
      '0',
      '1no 1',
      '2',
      '3',
      '4',
      '5no 5',
      '6',
      '7',
      '8',
      '9no 9',
    ]);
    expect(progress.at(-1)).toBe(10);
  });
});
