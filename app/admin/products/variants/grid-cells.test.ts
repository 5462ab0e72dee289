import { expect, test } from 'vitest';
import { blankRow } from './combinations.ts';
import { cellsOf, editableColumns, fillDown, increment, pasteCells, totals } from './grid-cells.ts';

const rows = {
  a: { ...blankRow, sku: 'INK-09', price: '120', stock: '3' },
  b: { ...blankRow, stock: '1,200' },
  c: { ...blankRow, stock: '5', sold: false },
};
const keys = ['a', 'b', 'c'];

test('filling down repeats a cell in all rows below it', () => {
  expect(fillDown(rows, keys, 'price', 'a')).toEqual({
    b: { ...rows.b, price: '120' },
    c: { ...rows.c, price: '120' },
  });
  expect(Object.keys(fillDown(rows, keys, 'stock', 'b'))).toEqual(['c']);
  expect(fillDown(rows, keys, 'sold', 'c')).toEqual({});
});

test('SKUs and barcodes count up, because each variant needs its own', () => {
  expect(fillDown(rows, keys, 'sku', 'a')).toMatchObject({ b: { sku: 'INK-10' }, c: { sku: 'INK-11' } });
  expect(fillDown(rows, keys, 'barcode', 'a')).toMatchObject({ b: { barcode: '' } });
  expect(increment('INK', 1)).toBe('INK-2');
});

test('a block from a spreadsheet is distinguished from text, with quoted cells intact', () => {
  expect(cellsOf('120')).toBeNull();
  expect(cellsOf('two words\n')).toBeNull();
  expect(cellsOf('1\r\n2\r\n')).toEqual([['1'], ['2']]);
  expect(cellsOf('1\t2')).toEqual([['1', '2']]);
  expect(cellsOf('\n5')).toEqual([[''], ['5']]);
  expect(cellsOf('"A\tB"\t" 2 "\n3\t4')).toEqual([
    ['A\tB', '2'],
    ['3', '4'],
  ]);
});

test('a pasted block fills cells to the right and below, and reports rows that did not fit', () => {
  const block = [
    ['7', 'B-1'],
    ['8', 'C-1'],
    ['9', 'D-1'],
  ];
  const columns = editableColumns(true);
  expect(pasteCells(rows, keys, { key: 'b', column: 'stock' }, block, columns)).toEqual({
    rows: { b: { ...rows.b, stock: '7', sku: 'B-1' }, c: { ...rows.c, stock: '8', sku: 'C-1' } },
    left: 1,
  });
  expect(pasteCells(rows, keys, { key: 'a', column: 'cost' }, [['640', 'too far']], columns)).toEqual({
    rows: { a: { ...rows.a, cost: '640' } },
    left: 0,
  });
});

test('a block is pasted into the costs only for somebody who sees them', () => {
  const paste = (seesCosts: boolean) => {
    const columns = editableColumns(seesCosts);
    return pasteCells(rows, keys, { key: 'b', column: 'weight' }, [['90', '7']], columns).rows;
  };
  expect(paste(true)).toEqual({ b: { ...rows.b, weight: '90', cost: '7' } });
  expect(paste(false)).toEqual({ b: { ...rows.b, weight: '90' } });
});

test('totals count only the stock of variants for sale', () => {
  const all = keys.map((key) => ({ key, values: [] }));
  expect(totals(rows, all)).toEqual({ rows: 3, sold: 2, pieces: 1203 });
});
