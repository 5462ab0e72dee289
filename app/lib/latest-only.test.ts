import { expect, it } from 'vitest';
import { latestOnly } from './latest-only.ts';

it('a response that arrives after the response to a later request is outdated', () => {
  const ask = latestOnly();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(first()).toBe(true);
  expect(third()).toBe(true);
  expect(second()).toBe(false);
  expect(ask()()).toBe(true);
});
