import { describe, expect, it } from 'vitest';
import { maskEmail } from './profile-menu.tsx';

describe('masked email', () => {
  it('keeps the first letter and the domain', () => {
    expect(maskEmail('mona.hassan@example.com')).toBe('m•••@example.com');
    expect(maskEmail('a@b.eg')).toBe('a•••@b.eg');
  });

  it('hides the length of the name', () => {
    expect(maskEmail('al@example.com')).toHaveLength(maskEmail('alexandria@example.com').length);
  });

  it('is empty without an address, so that My Account shows instead', () => {
    for (const value of [undefined, null, '', 'no address', '@example.com', 'mona@']) {
      expect(maskEmail(value)).toBe('');
    }
  });
});
