import { describe, expect, it } from 'vitest';
import { aftercareOf, awaitsDelivery, stepsAhead } from './order-steps.ts';

const transitions = [
  { from_status: 'pending', to_status: 'cancelled' },
  { from_status: 'delivered', to_status: 'return_requested' },
] as const;
const delivered = '2026-03-01T10:00:00Z';
const at = Date.parse(delivered);
const hour = 60 * 60 * 1000;
const oneDay = { returnDays: 1, faultDays: 1 };
const line = {
  ...{ id: 'a', customization: null, quantity: 2, cancelled: 0, packed: 0, sent: 0, delivered: 0 },
  ...{ refused: 0, returned: 0 },
};
const placed = { status: 'pending', delivered_at: null, order_lines: [line], returns: [] } as const;
const arrived = {
  ...placed,
  status: 'delivered',
  delivered_at: delivered,
  order_lines: [{ ...line, sent: 2, delivered: 2 }],
} as const;

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

  it('are to come for an order of which nothing has arrived, also when a part is on its way', () => {
    const coming = ['awaiting_payment', 'pending', 'in_production', 'partly_sent', 'shipped'] as const;
    expect(coming.filter((status) => !awaitsDelivery(status))).toEqual([]);
    const over = ['partly_delivered', 'delivered', 'refused', 'returned', 'cancelled'] as const;
    expect(over.filter(awaitsDelivery)).toEqual([]);
  });
});

describe('what a shopper can do about an order', () => {
  it('is what the table of transitions says, not a list of its own', () => {
    expect(aftercareOf(placed, transitions, oneDay, at)).toMatchObject({
      cancel: true,
      change: true,
      report: false,
      until: null,
    });
    expect(aftercareOf(placed, [], oneDay, at).cancel).toBe(false);
    expect(aftercareOf({ ...placed, status: 'shipped' }, transitions, oneDay, at).cancel).toBe(false);
  });

  it('changes an order only until its first piece is packed', () => {
    const packed = { ...placed, order_lines: [{ ...line, packed: 1 }] };
    expect(aftercareOf(packed, transitions, oneDay, at)).toMatchObject({ cancel: true, change: false });
  });

  it('gives back what is no print, and reports a fault of anything', () => {
    const print = { ...arrived, order_lines: [{ ...line, customization: {}, sent: 2, delivered: 2 }] };
    expect(aftercareOf(print, transitions, oneDay, at)).toMatchObject({ report: true, giveBack: false });
    expect(aftercareOf(arrived, transitions, oneDay, at)).toMatchObject({ report: true, giveBack: true });
  });

  it('says nothing of pieces that a return has already', () => {
    const return_lines = [{ order_line_id: 'a', quantity: 2 }];
    const returns = [{ state: 'requested', return_lines }] as const;
    expect(aftercareOf({ ...arrived, returns }, transitions, oneDay, at)).toMatchObject({
      report: false,
      giveBack: false,
      replaceSize: false,
    });
  });

  it('ends 24 hours after delivery', () => {
    expect(aftercareOf(arrived, transitions, oneDay, at + 24 * hour)).toEqual({
      cancel: false,
      change: false,
      report: true,
      giveBack: true,
      replaceSize: true,
      until: at + 24 * hour,
    });
    expect(aftercareOf(arrived, transitions, oneDay, at + 24 * hour + 1)).toMatchObject({
      report: false,
      replaceSize: false,
    });
  });

  it('lasts as long as the store lets it', () => {
    const longer = { returnDays: 14, faultDays: 30 };
    expect(aftercareOf(arrived, transitions, longer, at + 14 * 24 * hour)).toMatchObject({
      report: true,
      replaceSize: true,
    });
    expect(aftercareOf(arrived, transitions, longer, at + 15 * 24 * hour)).toMatchObject({
      report: true,
      replaceSize: false,
    });
    expect(aftercareOf(arrived, transitions, longer, at + 31 * 24 * hour)).toMatchObject({ report: false });
  });
});
