import { expect, test } from 'vitest';
import { NoStatement, readStatementFile } from './statement-file.ts';

test('a statement is read by what its columns are called, below what a courier writes above them', async () => {
  const file =
    'Bosta statement,,,\nFrom 1 March,,,\nTracking Number,Order,COD (EGP),Fees\n7000001,I-1,"1,250.50",35\n7000002,I-2,0,\nTotal,,1250.50,35\n';
  expect(await readStatementFile(file)).toEqual({
    lines: [
      { number: '7000001', amount: 1250.5, fee: 35 },
      { number: '7000002', amount: 0, fee: 0 },
    ],
    unreadable: [],
  });
});

test('a statement in Arabic is read, with its digits and separated by semicolons', async () => {
  const file = '\ufeffرقم البوليصة;المبلغ المحصل;رسوم الشحن\n٧٠٠٠٠٠١;٢٨٠٫٥ ج.م;٣٥\n';
  expect((await readStatementFile(file)).lines).toEqual([{ number: '7000001', amount: 280.5, fee: 35 }]);
});

test('rows whose amounts cannot be read are named, and a file without numbers or amounts is none', async () => {
  const file = 'AWB,COD\n1,abc\n2,-5\n3,10.005\n4,10.50\n';
  expect(await readStatementFile(file)).toEqual({
    lines: [{ number: '4', amount: 10.5, fee: 0 }],
    unreadable: [2, 3, 4],
  });
  await expect(readStatementFile('Name,City\nMona,Cairo\n')).rejects.toThrow(NoStatement);
});
