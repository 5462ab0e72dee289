import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvFile } from '../../ui/list/csv-file.ts';
import { documentRows, monthsBefore, vatRows } from './month-figures.ts';

const invoice = {
  kind: 'invoice' as const,
  code: 'INV-2026-000007',
  // Half past midnight in Cairo, on the first day of the month.
  issued_at: '2026-10-31T22:30:00Z',
  order_number: 'I-2001',
  customer: 'Mona Adel',
  corrects: null,
  net: 100,
  tax: 14,
  total: 114,
  by_rate: [{ rate: 14, net: 100, tax: 14, total: 114 }],
};
const names = { invoice: 'Invoice', credit_note: 'Credit note' };

test('a month’s file uses store time for its days, and subtracts credit notes', () => {
  const credit = {
    ...invoice,
    kind: 'credit_note' as const,
    code: 'CRN-2026-000001',
    corrects: 'INV-2026-000007',
  };
  const [first, second] = documentRows({ documents: [invoice, credit] }, names);
  expect(first).toEqual([
    'INV-2026-000007',
    'Invoice',
    '2026-11-01',
    'I-2001',
    'Mona Adel',
    '',
    '14',
    '100.00',
    '14.00',
    '114.00',
  ]);
  expect(second?.slice(0, 3)).toEqual(['CRN-2026-000001', 'Credit note', '2026-11-01']);
  expect(second?.slice(6)).toEqual(['14', '-100.00', '-14.00', '-114.00']);
});

test('a document with two rates has a row for each, so that the file sums up by rate', () => {
  const mixed = [
    { rate: 14, net: 100, tax: 14, total: 114 },
    { rate: 0, net: 20.5, tax: 0, total: 20.5 },
  ];
  const rows = documentRows({ documents: [{ ...invoice, by_rate: mixed }] }, names);
  expect(rows.map((row) => [row[0], ...row.slice(6)])).toEqual([
    ['INV-2026-000007', '14', '100.00', '14.00', '114.00'],
    ['INV-2026-000007', '0', '20.50', '0.00', '20.50'],
  ]);
});

test('the accountant’s file opens in a spreadsheet with intact Arabic and numeric amounts', () => {
  const credit = { ...invoice, kind: 'credit_note' as const, customer: '=منى عادل' };
  const rows = documentRows({ documents: [credit] }, names);
  const file = csvFile(['الرقم', ...Array.from({ length: 9 }, (_, at) => String(at))], rows);
  expect(new TextEncoder().encode(file).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  const [heads, cells] = Papa.parse<string[]>(file.slice(1), { skipEmptyLines: true }).data;
  expect(heads?.[0]).toBe('الرقم');
  expect(cells?.slice(4)).toEqual(["'=منى عادل", '', '14', '-100.00', '-14.00', '-114.00']);
});

test('a VAT file has, by rate, the invoiced, credited and remaining net, VAT and gross amounts', () => {
  const invoiced = { net: 684.22, tax: 95.78, total: 780 };
  const credited = { net: 245.62, tax: 34.38, total: 280 };
  const left = { net: 438.6, tax: 61.4, total: 500 };
  expect(vatRows({ vat: [{ rate: 14, invoiced, credited, left }] })).toEqual([
    ['14', '684.22', '95.78', '780.00', '245.62', '34.38', '280.00', '438.60', '61.40', '500.00'],
  ]);
});

test('months go back across the year', () => {
  expect(monthsBefore('2026-02-03', 2)).toEqual(['2026-02', '2026-01', '2025-12']);
});
