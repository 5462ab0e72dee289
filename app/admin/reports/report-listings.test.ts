import { expect, it } from 'vitest';
import { listingOf } from './report-listings.ts';

const sold = {
  tenant_id: 'inkthread',
  product_id: 'hoodie',
  name: 'Ink hoodie',
  garment: null,
  sku: null,
  orders: 1,
  words: {},
  image: '',
  cost: null,
};
const medium = { ...sold, variant_id: 'm', variant: 'M / Black', quantity: 3, revenue: 300 };
const large = { ...sold, variant_id: 'l', variant: 'L / Black', quantity: 1, revenue: 100.5 };

it('a variant is compared with its own previous period, and its bar names it', () => {
  const { rows, bars } = listingOf.variants([medium, large], [{ ...large, revenue: 50 }], String);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Ink hoodie', 'M / Black', null, 3, 1, 30_000, 0],
    ['Ink hoodie', 'L / Black', null, 1, 1, 10_050, 5_000],
  ]);
  expect(bars).toEqual([
    { key: 'm', label: 'Ink hoodie, M / Black', value: 30_000 },
    { key: 'l', label: 'Ink hoodie, L / Black', value: 10_050 },
  ]);
});

it('costs and margins are shown where a cost is known', () => {
  const { columns, rows } = listingOf.variants([{ ...medium, cost: 135 }, large], null, String);
  expect(columns.slice(-2).map(({ labelKey }) => labelKey)).toEqual(['cost', 'margin']);
  expect(rows.map(({ cells }) => cells.slice(-2))).toEqual([
    [13_500, 16_500],
    [null, null],
  ]);
  expect(listingOf.variants([large], null, String).columns.at(-1)?.labelKey).toBe('revenue');
});

it('deleted variants are distinguished by their former names', () => {
  const gone = [
    { ...medium, product_id: null, variant_id: null },
    { ...large, product_id: null, variant_id: null },
  ];
  const { rows } = listingOf.variants(gone, null, String);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  expect(rows.every(({ to }) => to === undefined)).toBe(true);
});
