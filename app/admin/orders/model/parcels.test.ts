import { describe, expect, it } from 'vitest';
import { openPieces } from '#app/orders/line-pieces.ts';
import {
  cameBackLate,
  type LinePieces,
  movableParcels,
  owesCash,
  type ShipmentState,
  takesBackUntil,
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

it('a parcel that came back after it was delivered waits until somebody has looked into it', () => {
  const event = (state: ShipmentState, minute: number) => ({
    state,
    created_at: `2026-03-05T12:0${minute}:00Z`,
  });
  const events = [event('came_back', 2), event('delivered', 1)];
  expect(cameBackLate({ state: 'delivered', shipment_events: events })).toBe(true);
  expect(cameBackLate({ state: 'came_back', shipment_events: events })).toBe(false);
  expect(cameBackLate({ state: 'delivered', shipment_events: [...events, event('delivered', 3)] })).toBe(
    false,
  );
});

it('a courier owes the cash of a parcel until it is settled', () => {
  expect(owesCash({ courier_owes: 250 })).toBe(true);
  expect(owesCash({ courier_owes: 0 })).toBe(false);
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
