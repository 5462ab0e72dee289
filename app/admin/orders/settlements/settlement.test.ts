import { expect, it } from 'vitest';
import { type CashShipment, carriersOf, settlementLines, settlementSums } from './settlement.ts';

const shipment = (id: string, carrier: string, cash: number, fee: number | null = null): CashShipment => ({
  id,
  number: 1,
  carrier: 'manual',
  carrier_name: carrier,
  carrier_owes: cash,
  fee,
  delivered_at: null,
  orders: { id, number: id, customer_name: '' },
});
const shipments = [
  shipment('a', 'Rider', 100.1),
  shipment('b', 'Post', 400, 25),
  shipment('c', 'Rider', 0.2),
];

it('carriers are sorted by the cash they hold, most first', () => {
  expect(carriersOf(shipments).map(({ name, owed, shipments: own }) => [name, owed, own.length])).toEqual([
    ['Post', 40000, 1],
    ['Rider', 10030, 2],
  ]);
});

it('a shipment is settled with the cash due unless another amount is typed', () => {
  const lines = settlementLines(shipments, { c: { amount: '٠٫١', fee: '1' } });
  expect(lines).toEqual([
    { shipment_id: 'a', amount: 100.1, fee: 0 },
    { shipment_id: 'b', amount: 400, fee: 25 },
    { shipment_id: 'c', amount: 0.1, fee: 1 },
  ]);
  expect(settlementSums(lines ?? [])).toEqual({ amount: 50020, fee: 2600 });
});

it('a settlement with an invalid amount has no lines', () => {
  expect(settlementLines(shipments, { a: { amount: '-5', fee: '' } })).toBeNull();
});
