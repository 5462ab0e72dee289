import { expect, it } from 'vitest';
import { isSameSecret } from './same-secret.ts';

it('a secret equals only itself: nothing shorter, longer, empty or different with as many bytes', () => {
  expect(isSameSecret('schlüssel', 'schlüssel')).toBe(true);
  for (const other of ['', 'schlüsse', 'schlüssel ', 'schlüsseL', 'schluessel']) {
    expect(isSameSecret(other, 'schlüssel')).toBe(false);
    expect(isSameSecret('schlüssel', other)).toBe(false);
  }
});
