import { expect, it } from 'vitest';
import { arrivalIn } from './arrival.ts';

const standard = { days_from: 2, days_to: 4 };
const express = { days_from: 1, days_to: 1 };

// March 1, 2026 is a Sunday.
it.each([
  [standard, '2026-03-01T10:00:00Z', '2026-03-03', '2026-03-05'],
  [standard, '2026-03-03T10:00:00Z', '2026-03-05', '2026-03-09'],
  [standard, '2026-03-06T10:00:00Z', '2026-03-09', '2026-03-11'],
  [express, '2026-03-05T10:00:00Z', '2026-03-08', '2026-03-08'],
  // Past midnight in Cairo.
  [express, '2026-03-01T22:30:00Z', '2026-03-03', '2026-03-03'],
])('a promise of %j for an order placed at %s is from %s until %s', (days, at, from, until) => {
  expect(arrivalIn(days, at)).toEqual({ from, until });
});

it('a store that promises no days shows none', () => {
  expect(arrivalIn({ days_from: 2, days_to: null }, 0)).toBeNull();
  expect(arrivalIn({ days_from: null, days_to: 4 }, '2026-03-01T10:00:00Z')).toEqual({
    from: '2026-03-05',
    until: '2026-03-05',
  });
});
