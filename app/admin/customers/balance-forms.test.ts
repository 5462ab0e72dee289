import { expect, it } from 'vitest';
import { creditForm, pointsForm } from './balance-forms.ts';

const problems = (delta: string, reason = 'A late parcel') =>
  creditForm.safeParse({ delta, reason }).error?.issues.map(({ path }) => path.join('.'));

it('store credit is added or removed in pounds, with a reason', () => {
  expect(problems('50')).toBeUndefined();
  expect(problems('-20.50')).toBeUndefined();
  expect(problems('٥٠')).toBeUndefined();
  expect(problems('50', '')).toEqual(['reason']);
});

it.each(['', '0', '1.234', 'ten'])('an amount of "%s" is invalid', (delta) => {
  expect(problems(delta)).toEqual(['delta']);
});

it('points change by whole numbers, with a reason', () => {
  expect(pointsForm.parse({ delta: ' −20 ', reason: ' Damaged box ' })).toEqual({
    delta: '-20',
    reason: 'Damaged box',
  });
  expect(pointsForm.parse({ delta: '+50', reason: 'x' }).delta).toBe('+50');
  for (const delta of ['', '0', '-0', '1.5', '1e3', '1000001', '--1', 'many']) {
    expect(pointsForm.safeParse({ delta, reason: 'x' }).success, delta).toBe(false);
  }
  expect(pointsForm.safeParse({ delta: '5', reason: '  ' }).success).toBe(false);
});
