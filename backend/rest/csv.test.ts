import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

describe('a body of CSV', () => {
  it('becomes rows under the names of its first line', () => {
    expect(parseCsv('a,b\n1,x\r\n2,\n')).toEqual([
      { a: '1', b: 'x' },
      { a: '2', b: '' },
    ]);
  });

  it('takes quotes, and NULL only without them', () => {
    expect(parseCsv('a,"b c"\n"x, ""y""\nz",NULL\n"NULL",""')).toEqual([
      { a: 'x, "y"\nz', 'b c': null },
      { a: 'NULL', 'b c': '' },
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
