import { expect, it } from 'vitest';
import { orderMoney } from './order-money.ts';

const order = {
  total: 330,
  charged: 330,
  received: 0,
  given_back: 0,
  owes: 330,
};

it('an unchanged order costs its original total, all of it due', () => {
  expect(orderMoney(order)).toEqual({ change: 0, costs: 33_000, paid: 0, givenBack: 0, toPay: 33_000 });
});

it('deductions are not due, to the piastre', () => {
  expect(orderMoney({ ...order, charged: 220.1, owes: 220.1 })).toMatchObject({
    change: -10_990,
    toPay: 22_010,
  });
});

it('nothing is due to a store that owes money itself', () => {
  expect(orderMoney({ ...order, charged: 220, received: 330, given_back: 50, owes: 0 })).toMatchObject({
    paid: 33_000,
    givenBack: 5_000,
    toPay: 0,
  });
});
