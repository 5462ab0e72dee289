import { expect, it } from 'vitest';
import { arrivalOf } from './arrival.ts';

const shipping = {
  freeShippingThreshold: 500,
  defaultShippingFee: 30,
  expressShippingFee: 50,
  standardDaysFrom: 2,
  standardDaysTo: 4,
  expressDaysFrom: 1,
  expressDaysTo: 1,
};

// March 1, 2026 is a Sunday.
it.each([
  ['standard', '2026-03-01T10:00:00Z', '2026-03-03', '2026-03-05'],
  ['standard', '2026-03-03T10:00:00Z', '2026-03-05', '2026-03-09'],
  ['standard', '2026-03-06T10:00:00Z', '2026-03-09', '2026-03-11'],
  ['express', '2026-03-05T10:00:00Z', '2026-03-08', '2026-03-08'],
  // Past midnight in Cairo.
  ['express', '2026-03-01T22:30:00Z', '2026-03-03', '2026-03-03'],
] as const)('%s delivery of an order placed at %s arrives from %s until %s', (method, at, from, until) => {
  expect(arrivalOf(method, at, shipping)).toEqual({ from, until });
});

it('a store that promises no days shows none', () => {
  expect(arrivalOf('standard', 0, { ...shipping, standardDaysTo: null })).toBeNull();
  const atMost = { ...shipping, standardDaysFrom: null };
  expect(arrivalOf('standard', '2026-03-01T10:00:00Z', atMost)).toEqual({
    from: '2026-03-05',
    until: '2026-03-05',
  });
});
