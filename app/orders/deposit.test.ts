import { expect, it } from 'vitest';
import { awaitedDeposit } from './deposit.ts';

const order = {
  status: 'awaiting_payment' as const,
  payment_method: 'cash_on_delivery' as const,
  deposit: 70.5,
  charged: 282,
  received: 0,
  given_back: 0,
};

it('the deposit of an order in cash is asked for until it has come, and never more than the order costs', () => {
  expect(awaitedDeposit(order)).toBe(7_050);
  expect(awaitedDeposit({ ...order, received: 30 })).toBe(4_050);
  expect(awaitedDeposit({ ...order, charged: 50 })).toBe(5_000);
  expect(awaitedDeposit({ ...order, received: 80 })).toBe(0);
  expect(awaitedDeposit({ ...order, status: 'confirmed' })).toBe(0);
  expect(awaitedDeposit({ ...order, payment_method: 'online' })).toBe(0);
});
