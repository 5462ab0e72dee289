import { expect, it } from 'vitest';
import { shortAmount } from './show-cell.ts';

it('the ticks of an axis stay distinct instead of being rounded', () => {
  expect([0, 450, 900, 1350, 1950, 12_500].map((pounds) => shortAmount(pounds * 100))).toEqual([
    '0',
    '450',
    '900',
    '1.35K',
    '1.95K',
    '12.5K',
  ]);
});
