import { describe, expect, it } from 'vitest';
import { restoredChoices } from './restored-choices.ts';

const addresses = [{ id: 'home' }, { id: 'work' }];

describe('restored checkout choices', () => {
  it('are selected again if still offered', () => {
    const draft = { addressId: 'work', payment: 'bank_transfer' };
    expect(restoredChoices(draft, addresses, ['cash_on_delivery', 'bank_transfer'])).toEqual({
      addressId: 'work',
      payment: 'bank_transfer',
      lapsed: [],
    });
    expect(restoredChoices({ addressId: 'new' }, addresses, []).addressId).toBe('new');
  });

  it('fall back to the first choice, and are reported, if gone', () => {
    expect(
      restoredChoices({ addressId: 'sold', payment: 'online' }, addresses, ['cash_on_delivery']),
    ).toEqual({
      addressId: 'home',
      payment: 'cash_on_delivery',
      lapsed: ['address', 'payment'],
    });
    expect(restoredChoices({}, [], [])).toEqual({ addressId: 'new', payment: null, lapsed: [] });
  });

  it('use the place selected for delivery, with a new address if none is saved there', () => {
    const saved = [
      { id: 'home', governorate: 'Cairo' as const, city: 'Maadi' },
      { id: 'work', governorate: 'Giza' as const, city: 'Dokki' },
    ];
    const addressIn = (city: string, draft = {}) =>
      restoredChoices(draft, saved, [], { governorate: 'Giza', city }).addressId;
    expect(addressIn('Dokki')).toBe('work');
    expect(addressIn('Haram')).toBe('new');
    expect(addressIn('Haram', { addressId: 'home' })).toBe('home');
  });
});
