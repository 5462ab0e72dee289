import { expect, it } from 'vitest';
import { labelTextSize } from './label-text-size.ts';

it('an address is as large as its label allows: a short one is readable from afar, the longest one still fits', () => {
  const short = ['Mona Adel', '12 Road 9', 'Maadi, Cairo', '01012345678'];
  const longest = [120, 241, 42, 200, 100, 11].map((length) => 'W'.repeat(length));
  expect(labelTextSize(short)).toBe(15);
  expect(labelTextSize(longest)).toBe(7);
  expect(labelTextSize([...short, 'near the square '.repeat(20)])).toBeLessThan(15);
});
