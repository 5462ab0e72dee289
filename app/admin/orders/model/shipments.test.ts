import { describe, expect, it } from 'vitest';
import { type LinePieces, movableShipments, owesCash, whereabouts } from './shipments.ts';

const line: LinePieces = {
  cancelled: 1,
  packed: 2,
  sent: 4,
  delivered: 3,
  returned_to_sender: 1,
  returned: 1,
  open_pieces: 1,
};

describe('the pieces of a line', () => {
  it('are each in one place', () => {
    expect(whereabouts(line)).toEqual([
      { place: 'open', count: 1 },
      { place: 'packed', count: 2 },
      { place: 'under_way', count: 1 },
      { place: 'delivered', count: 2 },
      { place: 'returned', count: 1 },
      { place: 'returned_to_sender', count: 1 },
      { place: 'cancelled', count: 1 },
    ]);
    expect(whereabouts(line).reduce((sum, { count }) => sum + count, 0)).toBe(9);
  });
});

it('only the shipments of several orders that allow it are moved', () => {
  const orders = [
    {
      shipments: [
        { id: 1, state: 'packed' as const },
        { id: 2, state: 'delivered' as const },
      ],
    },
    { shipments: [{ id: 3, state: 'packed' as const }] },
  ];
  expect(movableShipments(orders, 'handed_over').map(({ id }) => id)).toEqual([1, 3]);
  expect(movableShipments(orders, 'delivered')).toEqual([]);
});

it('a carrier owes a shipment’s cash until it is settled', () => {
  expect(owesCash({ staff_facts: { carrier_owes: 250 } })).toBe(true);
  expect(owesCash({ staff_facts: { carrier_owes: 0 } })).toBe(false);
});
