import { expect, it } from 'vitest';
import { readTableText } from '../table-file/read-table-file.ts';
import { csvFile } from './csv-file.ts';

it('an export keeps leading zeros of phones and long codes as text in Excel, and reads back unchanged', async () => {
  const rows = [['Mona Adel', '01001234567', '+201001234567', '6220000000017', 0, 900.5, -35]];
  const file = csvFile(['Name', 'Phone', 'Other phone', 'Barcode', 'Orders', 'Spent', 'Balance'], rows);
  expect(file).toContain('"=""01001234567""","=""+201001234567""","=""6220000000017""",0,900.5,-35\r\n');
  expect((await readTableText(file)).rows[1]).toEqual(rows[0]?.map(String));
});

it('formulas are guarded, including those that look like a number stored as text', () => {
  const file = csvFile(['Name'], [['=1+1'], ['="a"'], ['@x'], ['-x']]);
  expect(file.split('\r\n').slice(1, -1)).toEqual([`"'=1+1"`, `"'=""a"""`, `"'@x"`, `"'-x"`]);
});
