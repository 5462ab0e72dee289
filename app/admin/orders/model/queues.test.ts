import { expect, it } from 'vitest';
import { orderQueues, outcomesOf, queueActions } from './queues.ts';

it('every queue has an action', () => {
  expect(orderQueues.filter((queue) => queueActions[queue].length === 0)).toEqual([]);
});

it('an order fails in a bulk action when one of its shipments does, or when it has none', () => {
  const orders = [
    { id: 'a', tenant_id: 'duoworks', number: 'A-1' },
    { id: 'b', tenant_id: 'duoworks', number: 'B-2' },
    { id: 'c', tenant_id: 'duoworks', number: 'C-3' },
  ];
  const answers = [
    { orderId: 'a', why: '' },
    { orderId: 'b', why: '' },
    { orderId: 'b', why: 'It was delivered.' },
  ];
  expect(outcomesOf(orders, answers, 'Nothing to do.').map(({ number, why }) => [number, why])).toEqual([
    ['A-1', ''],
    ['B-2', 'It was delivered.'],
    ['C-3', 'Nothing to do.'],
  ]);
});

it('a bulk hand-over returns its shipments, so that it can be undone', () => {
  const answers = [
    { orderId: 'a', why: '', handedOver: 'p1' },
    { orderId: 'a', why: '', handedOver: 'p2' },
    { orderId: 'b', why: 'It is delivered already.' },
  ];
  const orders = [
    { id: 'a', tenant_id: 'duoworks', number: 'A-1' },
    { id: 'b', tenant_id: 'duoworks', number: 'B-2' },
  ];
  expect(outcomesOf(orders, answers, '').map(({ handedOver }) => handedOver)).toEqual([['p1', 'p2'], []]);
});
