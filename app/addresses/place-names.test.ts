import { describe, expect, it } from 'vitest';
import { placeIn, usualLabel } from './place-names.ts';

const districts = [
  { governorate: 'Cairo', name: 'Maadi', name_ar: 'المعادي' },
  { governorate: 'Giza', name: 'Dokki', name_ar: 'الدقي' },
];

describe('a saved address', () => {
  it.each([
    ['Maadi', 'Cairo', 'ar', 'المعادي'],
    ['maadi ', 'Cairo', 'ar', 'المعادي'],
    ['المعادى', 'Cairo', 'en', 'Maadi'],
    ['المعادى', 'Cairo', 'ar', 'المعادى'],
    ['Maadi', 'Cairo', 'en', 'Maadi'],
    ['Maadi', 'Giza', 'ar', 'Maadi'],
    ['Nowhere', 'Cairo', 'ar', 'Nowhere'],
  ] as const)('in %s, %s shows its city to a reader of %s as %s', (city, governorate, language, place) => {
    expect(placeIn(districts, { city, governorate }, language)).toBe(place);
  });

  it.each([
    ['Home', 'ar', 'home'],
    ['البيت', 'en', 'home'],
    ['Office', 'ar', 'work'],
    ['Home', 'en', undefined],
    ['Mona', 'ar', undefined],
    ['', 'ar', undefined],
  ] as const)('labeled “%s” shows to a reader of %s as %s', (label, language, usual) => {
    expect(usualLabel(label, language)).toBe(usual);
  });
});
