import { expect, it } from 'vitest';
import { newRate, type StoredZone, zoneColumns, zoneForm, zoneFormValues } from './zone-form.ts';

const rate: StoredZone['rates'][number] = {
  method: 'standard',
  fee: 65,
  free_from: 1200,
  from_grams: 2500,
  from_subtotal: 0,
  days_from: 4,
  days_to: null,
  cash_allowed: false,
};
const zone: StoredZone = {
  id: 'z1',
  name: 'Upper Egypt',
  translations: { ar: { name: 'الصعيد' } },
  position: 0,
  places: ['Aswan', 'cairo-maadi'],
  rates: [rate],
  max_grams: 15_000,
  carrier: 'bosta',
  is_active: true,
  version: 1,
};

const refused = (changes: object) => {
  const result = zoneForm.safeParse({ ...zoneFormValues(zone), ...changes });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
};

it('the zone form reads back unchanged', () => {
  const { position: _, id: _id, version: _version, ...stored } = zone;
  expect(zoneColumns(zoneForm.parse(zoneFormValues(zone)), zone)).toEqual(stored);
});

it('a zone without fees has no delivery', () => {
  expect(zoneColumns(zoneForm.parse({ ...zoneFormValues(zone), rates: [] }), zone).rates).toEqual([]);
});

it.each([
  ['a zone without a name', { name: ' ' }, 'name'],
  ['a fee that is no amount', { rates: [{ ...newRate('standard'), fee: 'much' }] }, 'rates.0.fee'],
  ['no fee', { rates: [newRate('express')] }, 'rates.0.fee'],
  ['days beyond 60', { rates: [{ ...newRate('standard'), fee: '5', daysTo: '61' }] }, 'rates.0.daysTo'],
  [
    'the same step of a method twice',
    {
      rates: [
        { ...newRate('standard'), fee: '5' },
        { ...newRate('standard'), fee: '6', fromKilos: '0' },
      ],
    },
    'rates.1.fee',
  ],
])('the form rejects %s', (_, changes, path) => {
  expect(refused(changes)).toContain(path);
});
