import { expect, it } from 'vitest';
import { directionOf } from './direction.ts';

it.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['HE', 'rtl'],
  ['arn', 'ltr'],
  ['', 'ltr'],
])('M02 a page in “%s” is laid out %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
