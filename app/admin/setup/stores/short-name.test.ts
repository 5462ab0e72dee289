import { expect, it } from 'vitest';
import { shortName } from './short-name.ts';

it.each([
  ['Delta Wear', 'delta-wear'],
  ['  Café & Thé ', 'cafe-the'],
  ['24 Hours', 'hours'],
  ['دلتا', ''],
  ['دلتا Wear', 'wear'],
  ['A very long name that goes on and on', 'a-very-long-name-that-goes-on'],
])('the short name proposed for “%s” is “%s”', (name, proposed) => {
  expect(shortName(name)).toBe(proposed);
});
