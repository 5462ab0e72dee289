import { describe, expect, it, test } from 'vitest';
import { bostaProblem } from './bosta-errors.ts';

describe('Bosta’s errors', () => {
  test.each([
    [1028, 'key'],
    [1077, 'pickup_contact'],
    [1078, 'pickup_booked'],
    [1080, 'pickup_friday'],
    [1081, 'pickup_too_late'],
    [1083, 'pickup_past'],
    [2022, 'pickup_holiday'],
    [2024, 'pickup_booked'],
    [2025, 'pickup_booked'],
    [2026, 'pickup_booked'],
    [2027, 'pickup_booked'],
  ])('code %i means %s', (code, reason) => {
    expect(bostaProblem(code)).toEqual({ code: 'carrier_refused', reason });
  });

  test.each([3001, 3002, 3003])('code %i means an unknown district', (code) => {
    expect(bostaProblem(code, 'Maadi')).toEqual({ code: 'carrier_unknown_district', city: 'Maadi' });
  });

  it('for too much cash name the most that Bosta collects', () => {
    expect(bostaProblem(3007)).toEqual({ code: 'carrier_too_much_cash', amount: 30_000 });
  });

  it('an undocumented or missing code is unknown', () => {
    expect(bostaProblem(9999)).toBeUndefined();
    expect(bostaProblem(null)).toBeUndefined();
  });
});
