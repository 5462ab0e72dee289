import { expect, it } from 'vitest';
import { clearKey, idempotencyKey, pendingKey } from './idempotency-key.ts';

it('an idempotency key stays the same until the answer is known', () => {
  expect(pendingKey()).toBeNull();
  const key = idempotencyKey();
  expect([idempotencyKey(), pendingKey()]).toEqual([key, key]);
  clearKey();
  expect(pendingKey()).toBeNull();
  expect(idempotencyKey()).not.toBe(key);
});
