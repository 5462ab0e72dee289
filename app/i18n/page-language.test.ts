import { expect, it } from 'vitest';
import { directionOf } from './page-language.ts';

it.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['HE', 'rtl'],
  ['arn', 'ltr'],
  ['', 'ltr'],
])('a page in “%s” is laid out %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
