import { expect, it } from 'vitest';
import { attemptKey, endAttempt, openAttempt } from './attempt.ts';

it('M64 the key of an attempt to order stays the same until its order is known', () => {
  expect(openAttempt()).toBeNull();
  const key = attemptKey();
  expect([attemptKey(), openAttempt()]).toEqual([key, key]);
  endAttempt();
  expect(openAttempt()).toBeNull();
  expect(attemptKey()).not.toBe(key);
});
