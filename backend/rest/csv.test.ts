import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

describe('a body of CSV', () => {
  it('becomes rows under the names of its first line', () => {
    const rows = [
      { a: '1', b: 'x' },
      { a: '2', b: '' },
    ];
    expect(parseCsv('a,b\n1,x\n2,\n')).toEqual(rows);
    expect(parseCsv('a,b\r\n1,x\r\n2,\r\n')).toEqual(rows);
  });

  it('takes quotes, and NULL for null', () => {
    expect(parseCsv('a,"b c"\n"x, ""y""\nz",NULL\n"NULL",""')).toEqual([
      { a: 'x, "y"\nz', 'b c': null },
      { a: null, 'b c': '' },
    ]);
  });

  it('may have one column whose value is empty', () => {
    expect(parseCsv('a\n""\nx')).toEqual([{ a: '' }, { a: 'x' }]);
  });

  it('is refused when lines differ in length or quotes do not close', () => {
    expect(() => parseCsv('a,b\n1\n')).toThrow('All lines must have same number of fields');
    expect(() => parseCsv('a\n"x\n')).toThrow('Empty or invalid csv');
    expect(() => parseCsv('')).toThrow('Empty or invalid csv');
  });

  it('gives back whatever was written, when written with quotes', () => {
    const cell = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const line = (cells: string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
        const csv = [line(['one', 'two']), ...rows.map(line)].join('\n');
        expect(parseCsv(csv)).toEqual(rows.map(([one, two]) => ({ one, two })));
      }),
    );
  });
});
