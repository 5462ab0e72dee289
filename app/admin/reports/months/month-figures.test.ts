import { expect, test } from 'vitest';
import { documentRows, monthsBefore } from './month-figures.ts';

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
};
const names = { invoice: 'Invoice', credit_note: 'Credit note' };

test('a file of a month has the days of the shop’s calendar, and takes credit notes off', () => {
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
    '100.00',
    '14.00',
    '114.00',
  ]);
  expect(second?.slice(0, 3)).toEqual(['CRN-2026-000001', 'Credit note', '2026-11-01']);
  expect(second?.slice(6)).toEqual(['-100.00', '-14.00', '-114.00']);
});

test('months go back over the end of a year', () => {
  expect(monthsBefore('2026-02-03', 2)).toEqual(['2026-02', '2026-01', '2025-12']);
});
