import { expect, test } from 'vitest';
import { NoReport, readReportFile } from './report-file.ts';

const attempt = '21852317-160f-430d-991c-d581725400c5';

test('a report of Paymob is read: what succeeded, in piastres, with our reference of the attempt', async () => {
  const file = await readReportFile(
    [
      'Transaction ID,Merchant Order ID,Amount Cents,Currency,Type,Success',
      `900002,${attempt}-ab12cd34,23500,EGP,Capture,true`,
      `900003,${attempt}-ab12cd34,500,EGP,Refund,true`,
      '900004,somebody,23500,EGP,Payment,false',
    ].join('\n'),
  );
  expect(file).toEqual({
    lines: [
      { id: '900002', kind: 'paid', amount: 23_500, currency: 'EGP', reference: attempt },
      { id: '900003', kind: 'refunded', amount: 500, currency: 'EGP', reference: attempt },
    ],
    unreadable: [],
  });
});

test('a report of Kashier is read, below the lines of its heading and with amounts as people write them', async () => {
  const file = await readReportFile(
    `Report of November\n\ntransactionId;merchantOrderId;operation;status;amount;currency\nTX-1;${attempt};pay;SUCCESS;1,235.50;EGP\nTX-2;${attempt};refund;SUCCESS;-35;EGP\nTX-3;;pay;SUCCESS;much;EGP`,
  );
  expect(file.lines).toMatchObject([
    { id: 'TX-1', kind: 'paid', amount: 123_550 },
    { id: 'TX-2', kind: 'refunded', amount: 3_500 },
  ]);
  expect(file.unreadable).toEqual([6]);
});

test('a file without transactions or amounts is no report', async () => {
  await expect(readReportFile('name,phone\nMona,0100')).rejects.toThrow(NoReport);
});
