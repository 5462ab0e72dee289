import { expect, it } from 'vitest';
import { payableOnline, timeLeft } from './pay-online.tsx';

it.each([
  [1_800_000, '30:00'],
  [61_001, '1:02'],
  [9_500, '0:10'],
  [1, '0:01'],
  [0, null],
  [-5_000, null],
  [Number.NaN, null],
])('%i ms until the end of a reservation read as %s', (left, text) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(text);
});

const order = {
  id: 'o1',
  status: 'confirmed' as const,
  payment_method: 'online' as const,
  payment_status: 'partly_paid' as const,
  reserved_until: null,
  charged: 280.5,
  received: 250,
  given_back: 0,
  deposit: 0,
  confirm_until: null,
  shipments: [],
  holds: [],
};

it('what a change of an order costs more is paid online, but for cash that a courier is on the way to collect', () => {
  expect(payableOnline(order)).toBe(3_050);
  expect(payableOnline({ ...order, shipments: [{ state: 'packed', cash_due: 30.5 }] })).toBe(3_050);
  expect(payableOnline({ ...order, shipments: [{ state: 'handed_over', cash_due: 30.5 }] })).toBe(0);
  expect(payableOnline({ ...order, received: 280.5 })).toBe(0);
  expect(payableOnline({ ...order, status: 'cancelled' })).toBe(0);
  expect(payableOnline({ ...order, payment_method: 'cash_on_delivery' })).toBe(0);
});

it('what a bank holds for an order is not paid again', () => {
  const held = [{ amount: 20.5, held_until: '2030-01-01T10:00:00Z' }];
  expect(payableOnline({ ...order, holds: held })).toBe(1_000);
  expect(payableOnline({ ...order, received: 260, holds: held })).toBe(0);
  const waiting = { ...order, status: 'awaiting_payment', payment_method: 'cash_on_delivery' } as const;
  expect(payableOnline({ ...waiting, received: 0, deposit: 20.5, holds: held })).toBe(0);
});

it('of an order in cash that waits for its deposit, the deposit is paid online', () => {
  const waiting = { ...order, status: 'awaiting_payment', payment_method: 'cash_on_delivery' } as const;
  expect(payableOnline({ ...waiting, payment_status: 'unpaid', received: 0, deposit: 56.1 })).toBe(5_610);
});
