import { expect, test } from 'vitest';
import type { ColumnMapping } from '../../ui/table-file/columns.ts';
import { readTableFile } from '../../ui/table-file/read-table-file.ts';
import { matchReport, readReportLines } from './report-file.ts';

const attempt = '21852317-160f-430d-991c-d581725400c5';

async function read(content: string, mapping?: ColumnMapping) {
  const table = await readTableFile(Uint8Array.from(new TextEncoder().encode(content)).buffer);
  const match = matchReport(table);
  if (!match) throw new Error('no table');
  return { certain: match.certain, ...readReportLines(table, match, mapping ?? match.mapping) };
}

test('a Paymob report: successful transactions in piastres, with our payment id', async () => {
  const file = await read(
    [
      'Transaction ID,Merchant Order ID,Amount Cents,Currency,Type,Success',
      `900002,${attempt}-ab12cd34,23500,EGP,Capture,true`,
      `900003,${attempt}-ab12cd34,500,EGP,Refund,true`,
      '900004,somebody,23500,EGP,Payment,false',
    ].join('\n'),
  );
  expect(file).toEqual({
    certain: true,
    lines: [
      { id: '900002', kind: 'paid', amount: 23_500, currency: 'EGP', reference: attempt },
      { id: '900003', kind: 'refunded', amount: 500, currency: 'EGP', reference: attempt },
    ],
    problems: [],
  });
});

test('a Kashier report, with lines above its headings and formatted amounts', async () => {
  const file = await read(
    `Report of November\n\ntransactionId;merchantOrderId;operation;status;amount;currency\nTX-1;${attempt};pay;SUCCESS;1,235.50;EGP\nTX-2;${attempt};refund;SUCCESS;-35;EGP\nTX-3;;pay;SUCCESS;much;EGP\n9E+05;;pay;SUCCESS;5;EGP\nTotal;;;;1,200.50;`,
  );
  expect(file.certain).toBe(true);
  expect(file.lines).toMatchObject([
    { id: 'TX-1', kind: 'paid', amount: 123_550 },
    { id: 'TX-2', kind: 'refunded', amount: 3_500 },
  ]);
  expect(file.problems).toEqual([
    { row: 6, problem: 'none', text: 'much' },
    { row: 7, problem: 'spoilt', text: '9E+05' },
  ]);
});

test('an ambiguous amount is reported, also in a column of cents', async () => {
  expect((await read('id,amount\nT1,"1,235"\nT2,5\n')).problems).toEqual([
    { row: 2, problem: 'ambiguous', text: '1,235' },
  ]);
});

test('a report with uncertain columns waits for a person to match them', async () => {
  expect((await read('name,phone\nMona,0100\n')).certain).toBe(false);
  expect((await read('Transaction ID,Amount,Amount EGP\nT1,5,10\n')).certain).toBe(false);
  const { lines } = await read('Nummer,Betrag\nT1,"5,50"\n', { nummer: 'id', betrag: 'amount' });
  expect(lines).toEqual([{ id: 'T1', kind: 'paid', amount: 550, currency: '' }]);
});
