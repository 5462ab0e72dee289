import { describe, expect, it } from 'vitest';
import { restoredChoices } from './restored-choices.ts';

const addresses = [{ id: 'home' }, { id: 'work' }];

describe('what was chosen at the checkout before', () => {
  it('is chosen again where it is still offered', () => {
    const draft = { addressId: 'work', payment: 'bank_transfer' };
    expect(restoredChoices(draft, addresses, ['cash_on_delivery', 'bank_transfer'])).toEqual({
      addressId: 'work',
      payment: 'bank_transfer',
      lapsed: [],
    });
    expect(restoredChoices({ addressId: 'new' }, addresses, []).addressId).toBe('new');
  });

  it('gives way to the first choice, and is named, where it is gone', () => {
    expect(
      restoredChoices({ addressId: 'sold', payment: 'online' }, addresses, ['cash_on_delivery']),
    ).toEqual({
      addressId: 'home',
      payment: 'cash_on_delivery',
      lapsed: ['address', 'payment'],
    });
    expect(restoredChoices({}, [], [])).toEqual({ addressId: 'new', payment: null, lapsed: [] });
  });

  it('leads to the place that was chosen for delivery, with a new address where none is saved there', () => {
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
