import { expect, it } from 'vitest';
import { barsOf } from './barcode.tsx';

it('an article number has the 95 bars of EAN-13, any other code those of Code 128', () => {
  expect(barsOf('4006381333931').replace(/\s/g, '')).toHaveLength(95);
  // A wrong check digit makes it an ordinary code.
  expect(barsOf('4006381333932').length).toBeGreaterThan(95);
  expect(barsOf('HOOD-XL')).toMatch(/^110100(10000|00100|11100).*1100011101011$/);
});

it('text that scanners cannot read has no bars', () => {
  expect(barsOf('هودي')).toBe('');
});
