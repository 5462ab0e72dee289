import { describe, expect, it } from 'vitest';
import { bulkCost, bulkPrice, bulkStock } from './bulk-amounts.ts';

describe('amounts typed for many products', () => {
  it.each([
    ['percent', '-10', -10],
    ['percent', ' +12,5 % ', 12.5],
    ['amount', '−5.50', -5.5],
    ['set', '99.9', 99.9],
    ['set', '0', 0],
    ['set', '1,200', 1200],
    ['amount', '-1,200.50', -1200.5],
  ])('price %s %j is parsed as %d', (by, text, value) => {
    expect(bulkPrice(by, text, true)).toEqual({ kind: 'price', by, value, strike: true });
  });

  it.each([
    ['percent', '-101'],
    ['percent', '0'],
    ['amount', ''],
    ['set', '-1'],
    ['set', '1e5'],
    ['set', '1.234'],
  ])('price %s %j is invalid', (by, text) => expect(bulkPrice(by, text, true)).toBeNull());

  it('stock is added, removed and set in whole pieces', () => {
    expect(bulkStock('add', '-3')).toEqual({ kind: 'stock', by: 'add', value: -3 });
    expect(bulkStock('set', '0')).toEqual({ kind: 'stock', by: 'set', value: 0 });
    for (const text of ['1.5', '0', 'many']) expect(bulkStock('add', text)).toBeNull();
    expect(bulkStock('set', '-1')).toBeNull();
  });
});

it('a cost is an amount of whole piastres, and nothing removes it', () => {
  expect(bulkCost('80')).toEqual({ kind: 'cost', value: 80 });
  expect(bulkCost('1,200.50')).toEqual({ kind: 'cost', value: 1200.5 });
  expect(bulkCost(' ')).toEqual({ kind: 'cost', value: null });
  for (const typed of ['-1', 'much', '0.005', '10,000,001']) expect(bulkCost(typed)).toBeNull();
});
