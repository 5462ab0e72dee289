import { expect, it } from 'vitest';
import { reportCsv } from './report-csv.ts';

it('formats amounts as numbers, quotes cells where needed and defuses formulas', () => {
  const csv = reportCsv(
    [
      { labelKey: 'product', format: 'text' },
      { labelKey: 'sold', format: 'count' },
      { labelKey: 'revenue', format: 'money' },
    ],
    ['Product', 'Sold', 'Sales'],
    [
      ['Hoodie, "Ink"', 3, 75000],
      ['=HYPERLINK("x")', 1, 5],
      ['قميص', 0, null],
    ],
  );
  expect(csv).toBe(
    '\uFEFFProduct,Sold,Sales\r\n"Hoodie, ""Ink""",3,750.00\r\n"\'=HYPERLINK(""x"")",1,0.05\r\nقميص,0,\r\n',
  );
});

it('formats times in store time', () => {
  const csv = reportCsv(
    [{ labelKey: 'lastOrder', format: 'moment' }],
    ['Last order'],
    [['2026-07-15T10:00:00Z']],
  );
  expect(csv).toBe('\uFEFFLast order\r\n2026-07-15 13:00\r\n');
});
