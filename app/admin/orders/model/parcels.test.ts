import { describe, expect, it } from 'vitest';
import { openPieces } from '#app/orders/line-pieces.ts';
import {
  type LinePieces,
  movableParcels,
  owesCash,
  takesBackUntil,
  unprintedPieces,
  whereabouts,
} from './parcels.ts';

const line: LinePieces = {
  quantity: 9,
  cancelled: 1,
  packed: 2,
  sent: 4,
  delivered: 3,
  refused: 1,
  returned: 1,
  printed: 5,
};

describe('the pieces of a line', () => {
  it('are open unless they were called off, packed, sent or refused', () => {
    expect(openPieces(line)).toBe(1);
  });

  it('are each in one place', () => {
    expect(whereabouts(line)).toEqual([
      { place: 'open', count: 1 },
      { place: 'packed', count: 2 },
      { place: 'under_way', count: 1 },
      { place: 'delivered', count: 2 },
      { place: 'returned', count: 1 },
      { place: 'refused', count: 1 },
      { place: 'cancelled', count: 1 },
    ]);
    expect(whereabouts(line).reduce((sum, { count }) => sum + count, 0)).toBe(line.quantity);
  });

  it('need a print each where the line has a design', () => {
    expect(unprintedPieces({ ...line, customization_id: null })).toBe(0);
    expect(unprintedPieces({ ...line, customization_id: 'd1' })).toBe(2);
    expect(unprintedPieces({ ...line, customization_id: 'd1', printed: 12 })).toBe(0);
  });
});

it('of several orders, the parcels move that may', () => {
  const orders = [
    {
      shipments: [
        { id: 1, state: 'packed' as const },
        { id: 2, state: 'delivered' as const },
      ],
    },
    { shipments: [{ id: 3, state: 'packed' as const }] },
  ];
  expect(movableParcels(orders, 'handed_over').map(({ id }) => id)).toEqual([1, 3]);
  expect(movableParcels(orders, 'delivered')).toEqual([]);
});

it('a courier owes the cash of a parcel until it is settled', () => {
  expect(owesCash({ cash_collected: 250, settled_at: null })).toBe(true);
  expect(owesCash({ cash_collected: 250, settled_at: '2026-03-05T12:00:00Z' })).toBe(false);
  expect(owesCash({ cash_collected: null, settled_at: null })).toBe(false);
});

describe('a handing over', () => {
  const packed = { state: 'packed', actor_id: 'me', created_at: '2026-11-29T10:00:00Z' };
  const handedOver = { state: 'handed_over', actor_id: 'me', created_at: '2026-11-29T10:05:00Z' };

  it('is taken back in its order for thirty seconds, by whoever did it', () => {
    expect(takesBackUntil([handedOver, packed], 'me')).toBe('2026-11-29T10:05:30.000Z');
    expect(takesBackUntil([handedOver, packed], 'colleague')).toBeNull();
    expect(takesBackUntil([handedOver, packed], undefined)).toBeNull();
  });

  it('of a parcel that went on is not taken back', () => {
    const arrived = { state: 'delivered', actor_id: 'me', created_at: '2026-11-29T10:05:10Z' };
    expect(takesBackUntil([packed, arrived, handedOver], 'me')).toBeNull();
    expect(takesBackUntil([], 'me')).toBeNull();
  });
});
