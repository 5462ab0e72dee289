import { describe, expect, it } from 'vitest';
import { aftercareOf, stepsAhead } from './order-steps.ts';

const at = Date.parse('2026-03-01T10:00:00Z');
const hour = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(at + hours * hour).toISOString();
const placed = { next_statuses: ['cancelled'], is_changeable: true, aftercare: [] } as const;
const hoodie = {
  ...{ order_line_id: 'a', pieces: 2, return_until: inHours(24), fault_until: inHours(24) },
  ...{ gives_back: true, exchanges: true, exchanges_product: true },
};
const arrived = { ...placed, next_statuses: [], aftercare: [hoodie] } as const;

describe('the steps of an order', () => {
  it('are those ahead until it is delivered', () => {
    expect(stepsAhead('awaiting_payment')).toEqual(['confirmed', 'in_production', 'shipped', 'delivered']);
    expect(stepsAhead('in_production')).toEqual(['shipped', 'delivered']);
    expect(stepsAhead('delivered')).toEqual([]);
  });

  it('are none for an order that left the regular sequence', () => {
    expect(stepsAhead('cancelled')).toEqual([]);
    expect(stepsAhead('return_requested')).toEqual([]);
    expect(stepsAhead('returned')).toEqual([]);
  });
});

describe('the shopper’s actions on an order', () => {
  it('come from the order’s data, not from a list of their own', () => {
    expect(aftercareOf(placed, at)).toEqual({
      cancel: true,
      change: true,
      report: {},
      giveBack: {},
      replaceSize: {},
      exchange: {},
      reportEnds: {},
      giveBackEnds: {},
      reportUntil: null,
      giveBackUntil: null,
    });
    expect(aftercareOf({ ...placed, next_statuses: [] }, at)).toMatchObject({ cancel: false, change: true });
  });

  it('include changes as long as the store allows them', () => {
    expect(aftercareOf({ ...placed, is_changeable: false }, at)).toMatchObject({
      cancel: true,
      change: false,
    });
  });

  it('are per line what the database accepts, until its own deadline', () => {
    const print = {
      ...hoodie,
      ...{ order_line_id: 'b', pieces: 1, gives_back: false, exchanges: false, exchanges_product: false },
      ...{ return_until: inHours(48), fault_until: inHours(72) },
    };
    const both = { ...arrived, aftercare: [hoodie, print] };
    expect(aftercareOf(both, at + 24 * hour)).toMatchObject({
      report: { a: 2, b: 1 },
      giveBack: { a: 2 },
      replaceSize: { a: 2 },
      exchange: { a: 2 },
      reportUntil: at + 72 * hour,
      giveBackUntil: at + 24 * hour,
    });
    expect(aftercareOf(both, at + 24 * hour + 1)).toMatchObject({
      report: { b: 1 },
      giveBack: {},
      replaceSize: {},
      exchange: {},
    });
    expect(aftercareOf(both, at + 73 * hour)).toMatchObject({
      report: {},
      reportUntil: at + 72 * hour,
    });
  });
  it('count each item of a line until the deadline of its own delivery', () => {
    const later = { ...hoodie, pieces: 1, return_until: inHours(48), fault_until: inHours(48) };
    const both = { ...arrived, aftercare: [hoodie, later] };
    expect(aftercareOf(both, at)).toMatchObject({
      report: { a: 3 },
      giveBack: { a: 3 },
      reportEnds: { a: at + 24 * hour },
      reportUntil: at + 48 * hour,
    });
    expect(aftercareOf(both, at + 25 * hour)).toMatchObject({
      report: { a: 1 },
      giveBackEnds: { a: at + 48 * hour },
    });
  });

  it('allow returns for longer than fault reports if the store’s days say so', () => {
    const kept = { ...arrived, aftercare: [{ ...hoodie, return_until: inHours(14 * 24) }] };
    expect(aftercareOf(kept, at + 48 * hour)).toMatchObject({
      report: {},
      giveBack: { a: 2 },
      reportUntil: at + 24 * hour,
      giveBackUntil: at + 14 * 24 * hour,
    });
  });
});
