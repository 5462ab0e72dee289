import { describe, expect, it } from 'vitest';
import { codeForm, factorForm, formatSecret, uniqueName } from './factor-model.ts';

const codeOf = (code: string) => codeForm.safeParse({ code }).data?.code;
const phoneOf = (phone: string) => {
  const { data } = factorForm.safeParse({ type: 'phone', name: 'Mine', phone });
  return data?.type === 'phone' ? data.phone : undefined;
};

describe('typed input for a second step', () => {
  it('a code may have spaces, and nothing else', () => {
    expect(codeOf('123456')).toBe('123456');
    expect(codeOf(' 123 456 ')).toBe('123456');
    for (const bad of ['', '12345', '12345a', '-12345', '12345678901']) expect(codeOf(bad)).toBeUndefined();
  });

  it('a phone number has its country code, however it is grouped', () => {
    expect(phoneOf('+20 100 123-4567')).toBe('+201001234567');
    expect(phoneOf('0020 (100) 123 4567')).toBe('+201001234567');
    for (const bad of ['0100 123 4567', '+', '+20', '+20 100 abc', '']) expect(phoneOf(bad)).toBeUndefined();
  });

  it('a name is neither empty nor too long', () => {
    expect(factorForm.safeParse({ type: 'totp', name: '  ' }).success).toBe(false);
    expect(factorForm.safeParse({ type: 'totp', name: 'x'.repeat(61) }).success).toBe(false);
    expect(factorForm.safeParse({ type: 'totp', name: ' My phone ' }).data?.name).toBe('My phone');
  });
});

describe('a new second step', () => {
  it('gets a name that is still free', () => {
    expect(uniqueName('App', [])).toBe('App');
    expect(uniqueName('App', ['App', 'App 3'])).toBe('App 2');
  });

  it('shows its secret in groups of four', () => {
    expect(formatSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
    expect(formatSecret('')).toBe('');
  });
});
