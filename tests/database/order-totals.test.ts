import { describe, expect, test } from 'vitest';
import { orderTotals, totalsRules } from './order-totals.ts';

const rules = totalsRules({
  shipping: { freeShippingThreshold: 500, defaultShippingFee: 30, expressShippingFee: 50 },
  points: { enabled: true, earnRate: 1, pointValue: 0.1 },
});
const cart = {
  lines: [{ unit: 24_950, quantity: 1 }],
  discount: null,
  shippingMethod: 'standard',
  points: 0,
} as const;

describe('orderTotals', () => {
  test('standard shipping is free from the threshold on, express never is', () => {
    expect(orderTotals(cart, rules).shipping).toBe(3_000);
    expect(orderTotals({ ...cart, lines: [{ unit: 50_000, quantity: 1 }] }, rules).shipping).toBe(0);
    expect(orderTotals({ ...cart, lines: [{ unit: 49_999, quantity: 1 }] }, rules).shipping).toBe(3_000);
    expect(
      orderTotals({ ...cart, lines: [{ unit: 50_000, quantity: 1 }], shippingMethod: 'express' }, rules)
        .shipping,
    ).toBe(5_000);
  });

  test('the threshold is compared after the discount', () => {
    const lines = [{ unit: 52_000, quantity: 1 }];
    expect(orderTotals({ ...cart, lines, discount: { kind: 'fixed', value: 3_000 } }, rules).shipping).toBe(
      3_000,
    );
  });

  test('a store without a threshold never ships for free', () => {
    const lines = [{ unit: 5_000_000, quantity: 1 }];
    expect(orderTotals({ ...cart, lines }, { ...rules, freeShippingFrom: null }).shipping).toBe(3_000);
  });

  test('a percentage is rounded half up to the piastre', () => {
    const lines = [{ unit: 105, quantity: 1 }];
    expect(orderTotals({ ...cart, lines, discount: { kind: 'percent', value: 1_000 } }, rules).discount).toBe(
      11,
    );
  });

  test('a fixed discount never exceeds the subtotal', () => {
    const lines = [{ unit: 105, quantity: 1 }];
    const totals = orderTotals({ ...cart, lines, discount: { kind: 'fixed', value: 9_999 } }, rules);
    expect(totals).toMatchObject({ discount: 105, total: 3_000 });
  });

  test('points pay for goods and not for shipping, whole points only', () => {
    const lines = [{ unit: 105, quantity: 1 }];
    expect(orderTotals({ ...cart, lines, points: 500 }, rules)).toMatchObject({
      pointsUsed: 10,
      pointsValue: 100,
      pointsEarned: 0,
      total: 3_005,
    });
  });

  test('a store without points neither accepts nor grants any', () => {
    expect(orderTotals({ ...cart, points: 500 }, { ...rules, points: null })).toMatchObject({
      pointsUsed: 0,
      pointsValue: 0,
      pointsEarned: 0,
    });
  });
});
