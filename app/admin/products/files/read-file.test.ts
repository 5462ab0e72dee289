import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded, unguarded } from './cell-guard.ts';
import { readFile } from './read-file.ts';

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
  ])('is refused as a whole: %j', async (content, word) => {
    await expect(readFile(content)).rejects.toMatchObject({ word });
  });

  it('leaves out empty cells that say nothing and empties those that can be empty', async () => {
    const { rows } = await readFile('id,price,original_price,stock,description,category,images\nA1,,,,,,\n');
    expect(rows).toEqual([
      { row: 2, id: 'a1', category: '', set: { original_price: null, description: null, images: [] } },
    ]);
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
