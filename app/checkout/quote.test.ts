import { describe, expect, it } from 'vitest';
import type { CheckoutChoices } from './order-document.ts';
import {
  chosenPoints,
  earliestDaysOf,
  idleCode,
  isDelivered,
  isOfCode,
  isOrderable,
  type Quote,
  raisedFee,
  withoutRefused,
} from './quote.ts';

it.each([
  ['unknown_discount', true],
  ['too_many_codes', true],
  ['discount_expired', true],
  ['discount_used_by_you', true],
  ['out_of_stock', false],
  ['not_payable', false],
])('a problem named %s shows at the discount code: %s', (code, beside) => {
  expect(isOfCode(code)).toBe(beside);
});

const quote = (changes: Partial<Quote> = {}): Quote => ({
  lines: [],
  subtotal: 100,
  discount_code: null,
  discount_kind: null,
  discount_total: 0,
  offer_total: 0,
  outdone_code: null,
  offers: { applied: [], nearly: [] },
  shipping_total: 30,
  gift_total: 0,
  shipping: [],
  points_balance: 0,
  points_used: 0,
  points_value: 0,
  points_earned: 0,
  points_usable: 0,
  store_credit: 0,
  store_credit_balance: 0,
  cash: { requirement: 'none', reasons: [], hours: 24, deposit: 0 },
  total: 130,
  problems: [],
  closed_payments: [],
  deposit_closed_payments: [],
  ...changes,
});
const problem = (code: string) => ({ code, message: 'No.' });

it.each([
  ['250', 250],
  ['٢٥٠', 250],
  ['1', 1],
  ['300', 300],
  ['301', undefined],
  ['0', undefined],
  ['2.5', undefined],
  ['', undefined],
  ['many', undefined],
])('of 300 points that an order accepts, “%s” uses %s', (typed, points) => {
  expect(chosenPoints(typed, 300)).toBe(points);
});

it('delivery is not called free where the store does not deliver', () => {
  expect(isDelivered(quote({ shipping_total: 0 }))).toBe(true);
  for (const code of ['not_delivered_there', 'shipping_method_not_there'])
    expect(isDelivered(quote({ shipping_total: 0, problems: [problem(code)] })), code).toBe(false);
});

it('slots start on the first day that the chosen method promises', () => {
  const way = { fee: 30, free_from: null, cash_allowed: true };
  const shipping: Quote['shipping'] = [
    { ...way, method: 'standard', days_from: 2, days_to: 4 },
    { ...way, method: 'express', days_from: null, days_to: 1 },
  ];
  expect(earliestDaysOf({ shipping }, 'standard')).toBe(2);
  expect(earliestDaysOf({ shipping }, 'express')).toBe(1);
  expect(earliestDaysOf({ shipping: [] }, 'standard')).toBeNull();
});

describe('invalid choices', () => {
  const choices: CheckoutChoices = {
    shippingMethod: 'express',
    discountCode: 'TEN',
    points: 250,
    storeCredit: false,
    gift: false,
  };

  it('points spent elsewhere are reduced to what is left', () => {
    const spent = quote({ points_balance: 40, problems: [problem('insufficient_points')] });
    expect(withoutRefused(choices, spent)).toEqual({ ...choices, points: 40 });
    expect(withoutRefused(choices, { ...spent, points_balance: 0 })).toEqual({ ...choices, points: 0 });
  });

  it('a refused code is dropped', () => {
    const refused = quote({ problems: [problem('discount_expired')] });
    expect(withoutRefused(choices, refused)).toEqual({ ...choices, discountCode: '' });
  });

  it('all others stay as they are', () => {
    expect(withoutRefused(choices, quote({ problems: [problem('out_of_stock')] }))).toBe(choices);
  });
});

describe('a quote', () => {
  it('can be ordered when it is current and has no problem', () => {
    expect(isOrderable({ quote: quote(), refusal: '', busy: false })).toBe(true);
    expect(isOrderable({ quote: quote(), refusal: '', busy: true })).toBe(false);
    expect(isOrderable({ quote: quote(), refusal: 'unreachable', busy: false })).toBe(false);
    expect(isOrderable({ quote: null, refusal: '', busy: false })).toBe(false);
    const soldOut = quote({ problems: [problem('out_of_stock')] });
    expect(isOrderable({ quote: soldOut, refusal: '', busy: false })).toBe(false);
  });
});

describe('a free-delivery code', () => {
  const standard = { fee: 0, days_from: 2, days_to: 4, cash_allowed: true, method: 'standard' } as const;
  const coded = (subtotal: number, free_from: number | null = 500) =>
    quote({ subtotal, discount_kind: 'free_shipping', shipping: [{ ...standard, free_from }] });

  it('has no effect when delivery is free anyway, or express', () => {
    expect(idleCode(coded(500), 'standard')).toBe('codeFreeAlready');
    expect(idleCode(coded(90), 'express')).toBe('codeNotExpress');
    expect(idleCode(coded(90), 'standard')).toBeNull();
    expect(idleCode(coded(90_000, null), 'standard')).toBeNull();
    expect(idleCode(quote({ subtotal: 500 }), 'standard')).toBeNull();
  });
});

describe('a higher delivery fee', () => {
  const way = {
    method: 'standard',
    fee: 75,
    free_from: 800,
    days_from: 2,
    days_to: 4,
    cash_allowed: true,
  } as const;
  const going = (changes: Partial<Quote>, fee = 75) => quote({ shipping: [{ ...way, fee }], ...changes });

  it('is caused by the place, if it has its own fees', () => {
    expect(raisedFee(going({ subtotal: 310 }), 'standard', 30)).toBe('feeRaisedByPlace');
    expect(raisedFee(going({ subtotal: 310 }, 30), 'standard', 0)).toBe('feeRaisedByPlace');
    expect(raisedFee(going({ subtotal: 310 }, 30), 'standard', 30)).toBeNull();
    expect(raisedFee(going({ subtotal: 900 }, 0), 'standard', 0)).toBeNull();
    expect(raisedFee(going({ subtotal: 310 }), 'express', 50)).toBeNull();
  });

  it('is caused by the code, if the goods alone reach the free amount', () => {
    expect(raisedFee(going({ subtotal: 820, discount_total: 40 }), 'standard', 75)).toBe('feeRaisedByCode');
    expect(raisedFee(going({ subtotal: 780, discount_total: 40 }), 'standard', 75)).toBeNull();
  });
});
