import { expect, it } from 'vitest';
import { awaitsDelivery, orderArrival } from './order-arrival.ts';

const order = { status: 'pending', created_at: '2026-03-01T10:00:00Z', days_from: 2, days_to: 4 } as const;
const now = Date.parse('2026-03-02T10:00:00Z');

it('an order promises its arrival while it is to come, also when only a part was sent', () => {
  const promised = { from: '2026-03-03', until: '2026-03-05' };
  expect(orderArrival(order, now)).toEqual(promised);
  expect(orderArrival({ ...order, status: 'partly_sent' }, now)).toEqual(promised);
});

it('an order promises nothing once it has arrived or is cancelled, or the days have passed', () => {
  expect(orderArrival({ ...order, status: 'partly_delivered' }, now)).toBeNull();
  expect(orderArrival({ ...order, status: 'cancelled' }, now)).toBeNull();
  expect(orderArrival(order, Date.parse('2026-03-06T10:00:00Z'))).toBeNull();
});

it('an order awaits its delivery until something has arrived, even when a part is on its way', () => {
  const coming = ['awaiting_payment', 'pending', 'in_production', 'partly_sent', 'shipped'] as const;
  expect(coming.filter((status) => !awaitsDelivery(status))).toEqual([]);
  const over = ['partly_delivered', 'delivered', 'returned_to_sender', 'returned', 'cancelled'] as const;
  expect(over.filter(awaitsDelivery)).toEqual([]);
});
