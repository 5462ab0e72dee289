import { timingSafeEqual } from 'node:crypto';

/** Compares a received secret with the expected one in constant time. Reveals no more than whether their lengths differ. */
export function isSameSecret(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
