import { describe, expect, it } from 'vitest';
import { changedEmail, originalEmail, ownerEmail, phoneNumber, tenantEmail } from './account-contacts.ts';

describe('account addresses', () => {
  it('carry the tenant after the local part', () => {
    expect(tenantEmail('Mona.Adel@example.com', 'inkthread')).toBe('mona.adel+inkthread@example.com');
    expect(tenantEmail(' a+b@example.com ', 'duoworks')).toBe('a+b+duoworks@example.com');
  });

  it('carry none for an owner, also after a change of address', () => {
    expect(ownerEmail(' Amal@Example.com')).toBe('amal@example.com');
    expect(changedEmail('New@example.com', 'inkthread', 'amal@example.com')).toBe('new@example.com');
    const shopper = 'mona+inkthread@example.com';
    expect(changedEmail('New@example.com', 'inkthread', shopper)).toBe('new+inkthread@example.com');
    expect(changedEmail('new@example.com', 'inkthread', '')).toBe('new+inkthread@example.com');
  });

  it('show as they were typed', () => {
    expect(originalEmail('mona+inkthread@example.com', 'inkthread')).toBe('mona@example.com');
    expect(originalEmail('mona@example.com', 'inkthread')).toBe('mona@example.com');
  });
});

describe('phone numbers', () => {
  it.each([
    ['0100 123 4567', '+201001234567'],
    ['+20 (100) 123-4567', '+201001234567'],
    ['0020 100 123 4567', '+201001234567'],
    ['+44 7700 900123', '+447700900123'],
  ])('accept what people type: %s', (typed, number) => {
    expect(phoneNumber(typed)).toBe(number);
  });

  it.each(['', '123', '0100 123 456', '07700 900123', 'mona@example.com', '+0100 123 4567', '+20 100 abc'])(
    'reject %j',
    (typed) => {
      expect(phoneNumber(typed)).toBeUndefined();
    },
  );
});
