import { expect, it } from 'vitest';
import { type CashParcel, couriersOf, settlementLines, settlementSums } from './settlement.ts';

const parcel = (id: string, carrier: string, cash: number, fee: number | null = null): CashParcel => ({
  id,
  number: 1,
  carrier: 'manual',
  carrier_name: carrier,
  courier_owes: cash,
  fee,
  delivered_at: null,
  orders: { id, number: id, customer_name: '' },
});
const parcels = [parcel('a', 'Rider', 100.1), parcel('b', 'Post', 400, 25), parcel('c', 'Rider', 0.2)];

it('couriers are named with what they hold, the one with the most first', () => {
  expect(couriersOf(parcels).map(({ name, owed, parcels: own }) => [name, owed, own.length])).toEqual([
    ['Post', 40000, 1],
    ['Rider', 10030, 2],
  ]);
});

it('a parcel is settled with what was collected unless something else is typed', () => {
  const lines = settlementLines(parcels, { c: { amount: '٠٫١', fee: '1' } });
  expect(lines).toEqual([
    { shipment_id: 'a', amount: 100.1, fee: 0 },
    { shipment_id: 'b', amount: 400, fee: 25 },
    { shipment_id: 'c', amount: 0.1, fee: 1 },
  ]);
  expect(settlementSums(lines ?? [])).toEqual({ amount: 50020, fee: 2600 });
});

it('a settlement with something that is no amount has no lines', () => {
  expect(settlementLines(parcels, { a: { amount: '-5', fee: '' } })).toBeNull();
});
