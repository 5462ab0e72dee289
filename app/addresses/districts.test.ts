import { describe, expect, it } from 'vitest';
import { type District, districtsElsewhere, nameTypedAs } from './districts.ts';

const maadi: District = {
  id: 'cairo-maadi',
  governorate: 'Cairo',
  name: 'Maadi',
  nameAr: 'المعادي',
  isExact: true,
};

describe('a district', () => {
  it.each([
    ['maa', 'ar', 'Maadi'],
    ['معا', 'en', 'المعادي'],
    ['6 م', 'en', 'المعادي'],
    ['', 'ar', 'المعادي'],
    ['6', 'en', 'Maadi'],
  ])('typed as “%s” on a page in %s is named %s', (typed, language, name) => {
    expect(nameTypedAs(maadi, typed, language)).toBe(name);
  });

  it('is elsewhere when its name is known, but not in the governorate of the address', () => {
    const inBeheira: District = { ...maadi, id: 'beheira-badr', governorate: 'Beheira', name: 'Badr' };
    const inCairo: District = { ...inBeheira, id: 'cairo-badr', governorate: 'Cairo' };
    expect(districtsElsewhere([maadi], 'Giza')).toEqual([maadi]);
    expect(districtsElsewhere([maadi], '')).toEqual([maadi]);
    expect(districtsElsewhere([maadi], 'Cairo')).toEqual([]);
    expect(districtsElsewhere([inBeheira, inCairo], 'Cairo')).toEqual([]);
    expect(districtsElsewhere([{ ...maadi, isExact: false }], 'Giza')).toEqual([]);
  });
});
