import { describe, expect, it, test } from 'vitest';
import { type ColumnMapping, withDecimal } from '../../ui/table-file/columns.ts';
import { readTableFile } from '../../ui/table-file/read-table-file.ts';
import { isStatementMapping, matchStatement, readStatementLines } from './statement-file.ts';

async function read(content: string | Uint8Array, mapping?: ColumnMapping) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const table = await readTableFile(Uint8Array.from(bytes).buffer);
  const match = matchStatement(table);
  if (!match) throw new Error('no table');
  const lines = readStatementLines(table, match, mapping ?? match.mapping);
  return { certain: match.certain, mapping: match.mapping, columns: match.columns, ...lines };
}

const one = (amount: number, fee: number) => [{ number: '8000001', amount, fee }];

describe('a statement’s columns are matched by their headings and cells', () => {
  test.each([
    'Tracking Number,COD,Fees,Delivered pieces\n8000001,220,35,2\n8000002,90,35,\n',
    'Tracking Number,Qty delivered,COD,Fees\n8000001,2,220,35\n8000002,,90,35\n',
    'رقم التتبع,المبلغ المحصل,رسوم الشحن,عدد القطع المسلمة\n8000001,220,35,٢\n8000002,90,35,\n',
  ])('with how many pieces were taken: %j', async (file) => {
    expect(await read(file)).toMatchObject({
      certain: true,
      lines: [
        { number: '8000001', amount: 220, fee: 35, pieces: 2 },
        { number: '8000002', amount: 90, fee: 35 },
      ],
    });
  });

  it('takes a plain count of pieces for the parcel’s contents', async () => {
    const { lines, mapping } = await read('Tracking Number,COD,Fees,Pieces\n8000001,220,35,2\n');
    expect(lines).toEqual([{ number: '8000001', amount: 220, fee: 35 }]);
    expect(mapping).not.toHaveProperty('pieces');
  });

  test.each([
    ['decimal commas', 'Tracking Number;COD;Fees\n8000001;220,00;35,50\n', one(220, 35.5)],
    ['decimal commas in its fees only', 'Tracking Number;COD;Fees\n8000001;220;35,50\n', one(220, 35.5)],
    ['points for thousands', 'Tracking Number;COD;Fees\n8000001;1.250,00;35,00\n', one(1250, 35)],
    ['fees below zero', 'Tracking Number,COD,Fees\n8000001,220,-35.00\n', one(220, 35)],
    ['fees in brackets', 'Tracking Number,COD,Fees\n8000001,220,(35.00)\n', one(220, 35)],
    [
      'a fee of collecting before what was collected',
      'Tracking Number,Shipping Fee,COD Fee,COD Amount\n8000001,55,10,220\n',
      one(220, 65),
    ],
    [
      'several fees and a tax, with what is left',
      'Tracking Number,COD,Shipping Fees,COD Fees,VAT,Net\n8000001,220,55,10,9.10,145.90\n',
      one(220, 74.1),
    ],
    [
      'fees that hold their tax, with what is left',
      'Tracking Number,COD,Shipping Fees,VAT,Net\n8000001,220,57,7,163\n',
      one(220, 57),
    ],
    [
      'fees beside their sum',
      'Tracking Number,COD,Shipping Fee,VAT,Total Fees\n8000001,220,50,7,57\n8000002,0,20,2.8,22.8\n',
      [...one(220, 57), { number: '8000002', amount: 0, fee: 22.8 }],
    ],
    [
      'a date of shipping first',
      '\ufeffتاريخ الشحن,رقم الشحنة,المبلغ المحصل,رسوم الشحن\n2026-11-01,8000001,220,55\n',
      one(220, 55),
    ],
    [
      'a cost of shipping first',
      '\ufeffم,مصاريف الشحن,رقم الشحنة,المبلغ المحصل\n1,55,8000001,220\n',
      one(220, 55),
    ],
    [
      'a status of tracking before the number',
      'Tracking Status,Tracking Number,COD,Fees\nDelivered 1st attempt,8000001,220,35\n',
      one(220, 35),
    ],
    ['a number of packages first', 'No. of packages,Shipment No,COD,Fees\n1,8000001,220,35\n', one(220, 35)],
    [
      'whether it was collected before how much',
      'AWB,Collected,COD,Fees\n8000001,Yes,220,35\n',
      one(220, 35),
    ],
    ['the number as a formula', 'Tracking Number,COD,Fees\n"=""8000001""",220,35\n', one(220, 35)],
    [
      'a sum with a count',
      'Tracking Number,COD,Fees\n8000001,220,35\nTotal (1 shipment),220,35\n',
      one(220, 35),
    ],
    ['a sum without a name', 'Tracking Number,COD,Fees\n8000001,220,35\n,220,35\n', one(220, 35)],
    [
      'two rows of a parcel, one of them its fee',
      'Tracking Number,Type,Amount,Fees\n8000001,COD,220,0\n8000001,Shipping fee,0,35\n',
      one(220, 35),
    ],
    [
      'Arabic of Windows',
      Buffer.from(
        '\xd1\xde\xe3 \xc7\xe1\xc8\xe6\xe1\xed\xd5\xc9,\xc7\xe1\xe3\xc8\xe1\xdb \xc7\xe1\xe3\xcd\xd5\xe1,\xd1\xd3\xe6\xe3 \xc7\xe1\xd4\xcd\xe4\n8000001,220,35\n',
        'latin1',
      ),
      one(220, 35),
    ],
    ['pounds in words', '\ufeffAWB,COD,Fees\n8000001,220 جنيه مصري,35 جنيها\n', one(220, 35)],
    ['what calculating left', 'AWB,COD,Fees\n8000001,219.99999999,35.00000001\n', one(220, 35)],
    ['Arabic digits', '\ufeffرقم البوليصة;المبلغ المحصل;رسوم الشحن\n٨٠٠٠٠٠١;٢٨٠٫٥ ج.م;٣٥\n', one(280.5, 35)],
    [
      'lines of the courier above it',
      'Bosta statement,,,\nFrom 1 March,,,\nTracking Number,Order,COD (EGP),Fees\n8000001,I-1,"1,250.50",35\n8000002,I-2,0,\nTotal,,1250.50,35\n',
      [...one(1250.5, 35), { number: '8000002', amount: 0, fee: 0 }],
    ],
    ['no fees at all', 'AWB,COD,Weight\n8000001,220,1\n', one(220, 0)],
  ])('with %s', async (_, content, lines) => {
    expect(await read(content)).toMatchObject({ certain: true, lines, problems: [] });
  });
});

it.each([
  ['numbers of orders alone', 'Order,COD,Fees\n8000001,220,35\n'],
  ['two amounts that may have been collected', 'AWB,COD,Collected amount,Fees\n8000001,220,200,35\n'],
  ['a tax that may be part of the fees', 'AWB,COD,Fees,VAT\n8000001,220,35,5\n'],
  [
    'a fee that is the sum of two others by chance',
    'AWB,COD,Shipping fee,COD fee,Return fee\n8000001,220,15,10,5\n',
  ],
  ['something taken off', 'AWB,COD,Fees,Deductions\n8000001,220,35,5\n'],
  ['what is left, which does not add up', 'AWB,COD,Fees,Net\n8000001,220,35,150\n'],
  ['amounts of which nobody says what they are', 'AWB,COD,Delivery\n8000001,220,35\n'],
  ['a value that need not be collected', 'AWB,Value,Fees\n8000001,220,35\n'],
  ['a column of numbers that holds words', 'AWB,COD,Fees\nsee below,220,35\n'],
  ['headings in another language', 'Nummer,Nachnahme,Kosten\n8000001,220,35\n'],
])('a statement with %s waits for a person to match its columns', async (_, content) => {
  expect((await read(content)).certain).toBe(false);
});

it('columns matched by a person are used as chosen', async () => {
  const mapping = { nummer: 'number', nachnahme: 'collected', kosten: 'fee' };
  const { columns, lines } = await read('Nummer,Nachnahme,Kosten\n8000001,220,35\n', mapping);
  expect(lines).toEqual(one(220, 35));
  expect(isStatementMapping(columns, mapping)).toBe(true);
  expect(isStatementMapping(columns, { ...mapping, kosten: 'collected' })).toBe(false);
  expect(isStatementMapping(columns, { nummer: 'number', kosten: 'fee' })).toBe(false);
  const other = await read('Nummer,Nachnahme,Kosten\n2026-11-01,220,35\n');
  expect(isStatementMapping(other.columns, mapping)).toBe(false);
});

it('a shipment with two collected amounts, or with two equal rows, stays double', async () => {
  const { lines } = await read('AWB,COD,Fees\n8000001,220,35\n8000001,220,0\n8000002,0,20\n8000002,0,20\n');
  expect(lines.map(({ number }) => number)).toEqual(['8000001', '8000001', '8000002', '8000002']);
});

it('an unreadable row is reported with its reason', async () => {
  const { lines, problems } = await read(
    'AWB,COD,Fees\n1,abc,\n2,-5,\n3,10.005,\n4,10,5\n8.00E+06,220,\n6,"1,234",\nTotal Sports,220,\n,50,3\n',
  );
  expect(lines).toEqual([{ number: '4', amount: 10, fee: 5 }]);
  expect(problems).toEqual([
    { row: 2, problem: 'none', text: 'abc' },
    { row: 3, problem: 'none', text: '-5' },
    { row: 4, problem: 'ambiguous', text: '10.005' },
    { row: 6, problem: 'spoilt', text: '8.00E+06' },
    { row: 7, problem: 'ambiguous', text: '1,234' },
    { row: 9, problem: 'none', text: '50' },
  ]);
});

it('an ambiguous amount follows the other amounts of the file, or the user’s choice', async () => {
  const content = (fee: string) => `AWB;COD;Fees\n8000001;1,250;${fee}\n`;
  expect((await read(content('35.50'))).lines).toEqual(one(1250, 35.5));
  const { mapping, problems } = await read(content('35'));
  expect(problems).toEqual([{ row: 2, problem: 'ambiguous', text: '1,250' }]);
  expect((await read(content('35'), withDecimal(mapping, '.'))).lines).toEqual(one(1250, 35));
  expect((await read(content('35'), withDecimal(mapping, ','))).lines).toEqual(one(1.25, 35));
  expect((await read(content('35,50'), withDecimal(mapping, '.'))).lines).toEqual(one(1.25, 35.5));
});
