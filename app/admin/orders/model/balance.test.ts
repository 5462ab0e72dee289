import { expect, it } from 'vitest';
import { balanceOf, leftOfLine } from './balance.ts';

const ledger = { charged: 280, received: 280, given_back: 0, at_carrier: 0, owes: 0, refunds: [] };

it('a paid order has no open amount on either side', () => {
  expect(balanceOf(ledger)).toEqual({ cost: 28000, paid: 28000, owes: 0, owedBack: 0, atCarrier: 0 });
});

it('a partly paid order shows what it still owes, also while a carrier holds its cash', () => {
  expect(balanceOf({ ...ledger, received: 200.5, at_carrier: 200.5, owes: 79.5 })).toEqual({
    cost: 28000,
    paid: 20050,
    owes: 7950,
    owedBack: 0,
    atCarrier: 20050,
  });
});

it('unsent refunds are owed to the customer', () => {
  const refunds = [
    { state: 'sent' as const, amount: 20 },
    { state: 'due' as const, amount: 30.1 },
    { state: 'failed' as const, amount: 0.2 },
  ];
  expect(balanceOf({ ...ledger, charged: 229.7, given_back: 20, refunds }).owedBack).toBe(3030);
});

it('only the uncredited part of a line’s price can be refunded', () => {
  expect(leftOfLine({ net: 99.99, credited: 33.33 })).toBe(6666);
});
