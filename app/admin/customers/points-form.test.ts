import { expect, it } from 'vitest';
import { pointsForm } from './points-form.ts';

it('points are changed by whole numbers with a reason', () => {
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
