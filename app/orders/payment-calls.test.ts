import { expect, test } from 'vitest';
import { BackendError } from '#app/lib/backend-error.ts';
import { paymentFailure } from './payment-calls.ts';

const failed = (status: number, details?: string) =>
  paymentFailure(new BackendError({ message: 'A sentence for programs.', details: details ?? null }, status));

test('a payment that cannot be started is explained in the page’s words, never in the server’s', () => {
  expect(failed(409, 'not_payable')).toBe('This order is not waiting for a payment.');
  expect(failed(429)).toBe('Too many tries. Wait a minute and try again.');
  expect(failed(401)).toBe('Sign in again to pay.');
  expect(failed(502)).toBe('Nothing has been charged. Try again in a few minutes.');
  expect(paymentFailure(new TypeError('Failed to fetch'))).toBe(
    'The store cannot be reached. Check your connection and try again.',
  );
});
