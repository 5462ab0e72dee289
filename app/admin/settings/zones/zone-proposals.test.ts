import { expect, it } from 'vitest';
import { governorates } from '#app/addresses/governorates.ts';
import { zoneColumns, zoneForm } from './zone-form.ts';
import { proposedZones } from './zone-proposals.ts';

const shipping = { defaultShippingFee: 40, expressShippingFee: 90, freeShippingThreshold: 800 };

it('every governorate is in exactly one proposed zone', () => {
  const places = proposedZones(shipping, []).flatMap((zone) => zone.places);
  expect(places.toSorted()).toEqual([...governorates].toSorted());
});

it('fees start at the store’s own, and farther zones cost more and take longer', () => {
  const rates = proposedZones(shipping, []).map((zone) => zoneColumns(zoneForm.parse(zone), null));
  expect(rates[0]).toMatchObject({
    name: 'Cairo and Giza',
    translations: { ar: { name: 'القاهرة والجيزة' } },
    rates: [
      { method: 'standard', fee: 40, free_from: 800, days_from: 1, days_to: 2 },
      { method: 'express', fee: 90, days_from: 1, days_to: 1 },
    ],
  });
  const fees = proposedZones(shipping, []).map((zone) => Number(zone.rates[0]?.fee));
  expect(fees).toEqual(fees.toSorted((one, other) => one - other));
});

it('free delivery is proposed only if the store has it', () => {
  const [zone] = proposedZones({ ...shipping, freeShippingThreshold: null }, []);
  expect(zone?.rates[0]?.freeFrom).toBe('');
});

it('places that already have a zone are not proposed again', () => {
  const zones = proposedZones(shipping, [
    { places: ['Cairo'] },
    { places: ['Suez', 'Ismailia', 'Port Said'] },
  ]);
  expect(zones[0]?.places).toEqual(['Giza']);
  expect(zones.map(({ name }) => name)).not.toContain('The Canal');
});
