import { describe, expect, it } from 'vitest';
import { aftercareOf, stepsAhead } from './order-steps.ts';

const moves = [
  { from_status: 'pending', to_status: 'cancelled' },
  { from_status: 'delivered', to_status: 'return_requested' },
] as const;
const delivered = '2026-03-01T10:00:00Z';
const at = Date.parse(delivered);
const hour = 60 * 60 * 1000;
const oneDay = { returnDays: 1, faultDays: 1 };

describe('the way of an order', () => {
  it('shows what lies ahead until it is delivered', () => {
    expect(stepsAhead('awaiting_payment')).toEqual(['confirmed', 'in_production', 'shipped', 'delivered']);
    expect(stepsAhead('in_production')).toEqual(['shipped', 'delivered']);
    expect(stepsAhead('delivered')).toEqual([]);
  });

  it('shows nothing ahead of an order that left the way', () => {
    expect(stepsAhead('cancelled')).toEqual([]);
    expect(stepsAhead('return_requested')).toEqual([]);
    expect(stepsAhead('returned')).toEqual([]);
  });
});

describe('what a shopper can do about an order', () => {
  it('is what the table of moves says, not a list of its own', () => {
    const pending = { status: 'pending', delivered_at: null } as const;
    expect(aftercareOf(pending, moves, oneDay, at)).toMatchObject({
      cancel: true,
      report: false,
      until: null,
    });
    expect(aftercareOf(pending, [], oneDay, at).cancel).toBe(false);
    expect(aftercareOf({ status: 'shipped', delivered_at: null }, moves, oneDay, at).cancel).toBe(false);
  });

  it('ends 24 hours after delivery', () => {
    const order = { status: 'delivered', delivered_at: delivered } as const;
    expect(aftercareOf(order, moves, oneDay, at + 24 * hour)).toEqual({
      cancel: false,
      report: true,
      replaceSize: true,
      until: at + 24 * hour,
    });
    expect(aftercareOf(order, moves, oneDay, at + 24 * hour + 1)).toMatchObject({
      report: false,
      replaceSize: false,
    });
  });

  it('lasts as long as the store lets it', () => {
    const order = { status: 'delivered', delivered_at: delivered } as const;
    const longer = { returnDays: 14, faultDays: 30 };
    expect(aftercareOf(order, moves, longer, at + 14 * 24 * hour)).toMatchObject({
      report: true,
      replaceSize: true,
    });
    expect(aftercareOf(order, moves, longer, at + 15 * 24 * hour)).toMatchObject({
      report: true,
      replaceSize: false,
    });
    expect(aftercareOf(order, moves, longer, at + 31 * 24 * hour)).toMatchObject({ report: false });
  });

  it('does not offer another size for an order with a reported problem', () => {
    const order = { status: 'return_requested', delivered_at: delivered } as const;
    expect(aftercareOf(order, moves, oneDay, at)).toMatchObject({
      report: false,
      replaceSize: false,
      until: null,
    });
  });
});
