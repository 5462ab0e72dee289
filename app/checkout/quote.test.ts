import { describe, expect, it } from 'vitest';
import type { CheckoutChoices } from './order-document.ts';
import { isOfCode, isOrderable, type Quote, withoutRefused } from './quote.ts';

it.each([
  ['unknown_discount', true],
  ['too_many_codes', true],
  ['discount_expired', true],
  ['discount_used_by_you', true],
  ['out_of_stock', false],
  ['not_payable', false],
])('a problem named %s is told beside the discount code: %s', (code, beside) => {
  expect(isOfCode(code)).toBe(beside);
});

const quote = (changes: Partial<Quote> = {}): Quote => ({
  lines: [],
  subtotal: 100,
  discount_code: null,
  discount_total: 0,
  shipping_total: 30,
  points_balance: 0,
  points_used: 0,
  points_value: 0,
  points_earned: 0,
  total: 130,
  problems: [],
  ...changes,
});
const problem = (code: string) => ({ code, message: 'No.' });

describe('choices that do not count', () => {
  const choices: CheckoutChoices = { shippingMethod: 'express', discountCode: 'TEN', points: 250 };

  it('points that were spent elsewhere go down to what is left', () => {
    const spent = quote({ points_balance: 40, problems: [problem('insufficient_points')] });
    expect(withoutRefused(choices, spent)).toEqual({ ...choices, points: 40 });
    expect(withoutRefused(choices, { ...spent, points_balance: 0 })).toEqual({ ...choices, points: 0 });
  });

  it('a refused code is let go', () => {
    const refused = quote({ problems: [problem('discount_expired')] });
    expect(withoutRefused(choices, refused)).toEqual({ ...choices, discountCode: '' });
  });

  it('all others stay as they are', () => {
    expect(withoutRefused(choices, quote({ problems: [problem('out_of_stock')] }))).toBe(choices);
  });
});

describe('a quote', () => {
  it('can be ordered when it is of the choices that stand, and nothing is in its way', () => {
    expect(isOrderable({ quote: quote(), refusal: '', busy: false })).toBe(true);
    expect(isOrderable({ quote: quote(), refusal: '', busy: true })).toBe(false);
    expect(isOrderable({ quote: quote(), refusal: 'unreachable', busy: false })).toBe(false);
    expect(isOrderable({ quote: null, refusal: '', busy: false })).toBe(false);
    const soldOut = quote({ problems: [problem('out_of_stock')] });
    expect(isOrderable({ quote: soldOut, refusal: '', busy: false })).toBe(false);
  });
});
