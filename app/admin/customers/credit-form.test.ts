import { expect, it } from 'vitest';
import { creditForm } from './credit-form.ts';

const problems = (delta: string, reason = 'A late parcel') =>
  creditForm.safeParse({ delta, reason }).error?.issues.map(({ path }) => path.join('.'));

it('store credit is given or taken in pounds, with a reason', () => {
  expect(problems('50')).toBeUndefined();
  expect(problems('-20.50')).toBeUndefined();
  expect(problems('٥٠')).toBeUndefined();
  expect(problems('50', '')).toEqual(['reason']);
});

it.each(['', '0', '1.234', 'ten'])('an amount of "%s" is refused', (delta) => {
  expect(problems(delta)).toEqual(['delta']);
});
