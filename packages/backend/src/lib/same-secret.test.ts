import { expect, it } from 'vitest';
import { isSameSecret } from './same-secret.ts';

it('a secret is only itself: none that is shorter, longer, empty or of other letters with as many bytes', () => {
  expect(isSameSecret('schlüssel', 'schlüssel')).toBe(true);
  for (const other of ['', 'schlüsse', 'schlüssel ', 'schlüsseL', 'schluessel']) {
    expect(isSameSecret(other, 'schlüssel')).toBe(false);
    expect(isSameSecret('schlüssel', other)).toBe(false);
  }
});
