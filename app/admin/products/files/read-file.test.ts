import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded, unguarded } from './cell-guard.ts';
import { readFile } from './read-file.ts';
import { refusedFile } from './refused-file.ts';

describe('a file of products', () => {
  it('is read with its columns in any order, some of them missing, others unknown', async () => {
    const { rows, bad, unknown } = await readFile(
      '\ufeffPrice;NAME;Is new;Shelf\r\n"1 200,50 EGP"; Cap ;ja;A1\r\n99;"Mug; large";no;B2\r\n;;;\r\n5;Pin;yes;\r\n',
    );
    expect(unknown).toEqual(['shelf']);
    expect(bad).toEqual([{ row: 2, name: 'Cap', column: 'is_new', word: 'csvFlag' }]);
    expect(rows).toEqual([
      { row: 3, set: { name: 'Mug; large', price: 99, is_new: false } },
      { row: 5, set: { name: 'Pin', price: 5, is_new: true } },
    ]);
  });

  it('says which rows have amounts that are none, and which are about the same product twice', async () => {
    const { rows, bad } = await readFile(
      'name,price,stock,images,videos,image_texts\nCap,abc,1\nMug,1.234,1\nPin,5,1.5\nBag,5,2,/b.webp\nbag,6,3\n' +
        'Tee,5,2,"/t.webp\nhttp://",,Front\nTop,5,2,,https://[x\n',
    );
    expect(rows.map(({ row }) => row)).toEqual([5]);
    expect(bad.map(({ row, word }) => [row, word])).toEqual([
      [2, 'csvNumber'],
      [3, 'csvNumber'],
      [4, 'csvWhole'],
      [6, 'csvTwice'],
      [7, 'csvAddress'],
      [8, 'csvAddress'],
    ]);
  });

  it.each([
    ['name,price\n', 'csvEmpty'],
    ['', 'csvEmpty'],
    ['price,stock\n1,2\n', 'csvNoName'],
    ['name,Price,price\nMug,1,2\n', 'csvColumnTwice'],
    ['name,price\n"Mug,1\n', 'csvQuote'],
  ])('is refused as a whole: %j', async (content, word) => {
    await expect(readFile(content)).rejects.toMatchObject({ word });
  });

  it('leaves what is there where a cell is blank, and clears it where the cell holds only a dash', async () => {
    const head = 'id,name,price,original_price,discount,stock,description,size,category,images,image_texts';
    const { rows, bad } = await readFile(
      `${head}\nA1,,,,,,,,,,\nA2, ,, - ,-,,-,-,-,-,-\nA3,,-,,,,,,,,\nA4,-,,,,,,,,,\nA5,,,,,,'-,,,,\n`,
    );
    expect(rows).toEqual([
      { row: 2, id: 'a1', set: {} },
      {
        row: 3,
        id: 'a2',
        category: '',
        set: {
          ...{ original_price: null, discount: 0, description: null, size: null },
          ...{ images: [], image_alts: {} },
        },
      },
      { row: 6, id: 'a5', set: { description: '-' } },
    ]);
    expect(bad.map(({ row, column, word }) => [row, column, word])).toEqual([
      [4, 'price', 'csvNeeded'],
      [5, 'name', 'csvNeeded'],
    ]);
  });

  it('refuses a row with more cells than there are headings, but not blank ones after the last', async () => {
    const { rows, bad } = await readFile('name,price,stock\nMug, large,99,5\nCap,1,200,3\nPin,5,1,,\n');
    expect(rows).toEqual([{ row: 4, set: { name: 'Pin', price: 5, stock: 1 } }]);
    expect(bad).toEqual([
      { row: 2, name: 'Mug', column: '', word: 'csvTooMany' },
      { row: 3, name: 'Cap', column: '', word: 'csvTooMany' },
    ]);
  });

  it('takes thousands with commas', async () => {
    const { rows } = await readFile('name;price;stock\nMug;1,200;1,000\nCap;12,345.50;3\nPin;99,5;1\n');
    expect(rows.map(({ set }) => [set.price, set.stock])).toEqual([
      [1200, 1000],
      [12345.5, 3],
      [99.5, 1],
    ]);
  });

  it('gives its refused rows back as a file with the reason, which is read again once they are corrected', async () => {
    const content = 'Name,Price,Note,Description\nMug,cheap,a,=1+1\nCap,90,b,-\nPin,5,c,"one, two",3\n';
    const read = await readFile(content);
    const file = await refusedFile(read, [
      { row: 2, outcome: 'refused', column: 'price', message: 'Write an amount.' },
      { row: 3, outcome: 'added' },
      { row: 4, outcome: 'refused', message: 'Too many cells.' },
    ]);
    expect(file.replace('\ufeff', '').split('\r\n')).toEqual([
      'reason,Name,Price,Note,Description',
      "price: Write an amount.,Mug,cheap,a,'=1+1",
      'Too many cells.,Pin,5,c,"one, two",3',
    ]);
    const again = await readFile(file.replace('cheap', '60').replace(',3', ''));
    expect(again.bad).toEqual([]);
    expect(again.unknown).toEqual(['note']);
    expect(again.rows.map(({ set }) => set)).toEqual([
      { name: 'Mug', price: 60, description: '=1+1' },
      { name: 'Pin', price: 5, description: 'one, two' },
    ]);
    expect(await refusedFile(again, [{ row: 2, outcome: 'refused', message: 'No.' }])).toContain('No.,Mug');
  });
});

it('no cell begins like a formula, and every cell comes back as it was', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('=1+1', "'=x", "''", '-5', '@a', '+1', '\tx')),
      (cell) => {
        expect(guarded(cell)).not.toMatch(/^[=+\-@\t\r]/);
        expect(unguarded(guarded(cell))).toBe(cell);
      },
    ),
  );
  expect(unguarded("'quoted' text")).toBe("'quoted' text");
});
