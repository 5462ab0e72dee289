import { expect, test } from 'vitest';
import { bostaState } from './bosta.ts';
import { localPhone, problemOf } from './carrier.ts';
import { mylerzState } from './mylerz.ts';

test.each([
  [10, 'none'],
  [11, 'unknown'],
  [20, 'none'],
  [21, 'handed_over'],
  [22, 'unknown'],
  [23, 'unknown'],
  [24, 'in_transit'],
  [25, 'unknown'],
  [30, 'in_transit'],
  [40, 'unknown'],
  [41, 'out_for_delivery'],
  [45, 'delivered'],
  [46, 'returned_to_sender'],
  [47, 'attempt_failed'],
  [48, 'unknown'],
  [49, 'unknown'],
  [60, 'unknown'],
  [100, 'lost'],
  [101, 'unknown'],
  [102, 'unknown'],
  [103, 'unknown'],
  [104, 'none'],
  [105, 'unknown'],
  [777, 'unknown'],
])('Bosta’s state %i of a shipment to a customer means %s', (code, state) => {
  expect(bostaState(code, 'Send')).toBe(state);
});

test.each([
  [21, 'handed_over'],
  [23, 'delivered'],
  [45, 'delivered'],
  [46, 'none'],
  [100, 'lost'],
])('Bosta’s state %i of an exchange, whose old items it collects, means %s', (code, state) => {
  expect(bostaState(code, 'Exchange')).toBe(state);
});

test.each([
  [24, 'returning'],
  [30, 'returning'],
  [41, 'returning'],
  [45, 'unknown'],
  [46, 'returned_to_sender'],
  [47, 'unknown'],
  [100, 'lost'],
])('Bosta’s state %i of a returning shipment means %s', (code, state) => {
  expect(bostaState(code, 'RTO')).toBe(state);
});

test.each([
  ['New', 'none'],
  ['Delivered, Thank you :-)', 'delivered'],
  ['Rejected - reason to be mentioned', 'returning'],
  ['Something new', 'unknown'],
])('Mylerz’s state “%s” means %s', (status, state) => {
  expect(mylerzState(status)).toBe(state);
});

test('a shipment that exceeds a carrier’s limits is refused without asking it', () => {
  const address = {
    ...{
      full_name: 'Mona',
      phone: '+201012345678',
      governorate: 'Cairo',
      city: 'Maadi',
      street: '9 Road 233',
    },
    ...{ building: '', floor: '', apartment: '', landmark: '' },
  };
  const shipment = {
    ...{
      reference: 'r',
      name: 'I-1/1',
      cash: 3_000_000,
      worth: 1,
      grams: 25_000,
      pieces: 1,
      description: '',
    },
    ...{ note: '', email: '', address, district: { district_id: 'd', city_id: 'c', city: 'Cairo' } },
    collected: null,
  };
  const limits = { cash: 3_000_000, grams: 25_000, streetLetters: 6 };
  expect(problemOf(shipment, { limits })).toBeUndefined();
  expect(problemOf({ ...shipment, grams: null }, { limits: {} })).toBeUndefined();
  expect(problemOf({ ...shipment, cash: 3_000_001 }, { limits })).toEqual({
    code: 'carrier_too_much_cash',
    amount: 30_000,
  });
  expect(problemOf({ ...shipment, grams: 25_001 }, { limits })).toEqual({
    ...{ code: 'carrier_too_heavy', weight: 25.001, most: 25 },
  });
  expect(problemOf({ ...shipment, address: { ...address, street: '9 Rd' } }, { limits })?.code).toBe(
    'carrier_bad_address',
  );
  expect(problemOf({ ...shipment, district: null }, { limits })).toEqual({
    ...{ code: 'carrier_unknown_district', city: 'Maadi' },
  });
});

test('phone numbers are in Egypt’s local format', () => {
  for (const phone of ['01012345678', '+201012345678', '00201012345678'])
    expect(localPhone(phone)).toBe('01012345678');
});
