import { expect, it } from 'vitest';
import { newsOnly } from './news.ts';

it('M70 an answer that comes after the one to a later question is no news any more', () => {
  const ask = newsOnly();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(first()).toBe(true);
  expect(third()).toBe(true);
  expect(second()).toBe(false);
  expect(ask()()).toBe(true);
});
