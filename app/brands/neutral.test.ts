import { expect, it } from 'vitest';
import { brandOfRow, rowOfBrand } from '../store/brand-row.ts';
import { neutralBrand, type StoreGoods } from './neutral.ts';
import { presets } from './presets.ts';

const stores = presets.flatMap(({ design: { look } }) =>
  (['garments', 'goods'] as const satisfies StoreGoods[]).map((sells) => ({ look, sells })),
);

it.each(stores)('the words of a new store with $look and $sells hold no number and name nobody', (store) => {
  const brand = neutralBrand({ id: 'delta', name: 'Delta Wear', ...store });
  for (const copy of [brand.design.copy, brand.translations?.ar?.copy]) {
    const said = JSON.stringify(copy);
    expect(said).not.toMatch(/[0-9٠-٩]/);
    for (const { name } of presets) expect(said).not.toContain(name);
  }
});

it.each(stores)('a new store with $look and $sells has the words of a brand in each language', (store) => {
  const brand = neutralBrand({ id: 'delta', name: 'Delta Wear', ...store });
  const { ar } = brand.translations ?? {};
  expect(Object.keys(ar?.copy ?? {})).toEqual(Object.keys(brand.design.copy));
  const row = { ...rowOfBrand(brand), version: 1, created_at: '', updated_at: '' };
  expect(brandOfRow(row as never, brand.domain).design).toEqual(brand.design);
});
