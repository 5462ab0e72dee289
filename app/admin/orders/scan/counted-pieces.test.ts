import { describe, expect, it } from 'vitest';
import { type Counts, countPiece, isComplete } from './counted-pieces.ts';

const cap = { id: 'cap', sku: 'CAP-1', piece_code: '6221031490019', open_pieces: 2 };
const print = { id: 'print', sku: null, piece_code: 'IN-1/P2', open_pieces: 1 };
const gone = { id: 'gone', sku: 'MUG', piece_code: 'MUG', open_pieces: 0 };
const lines = [cap, print, gone];

/** The counts after scanning codes. */
const scanned = (...codes: string[]) =>
  codes.reduce<Counts>((counts, code) => {
    const counted = countPiece(lines, counts, code);
    return counted.kind === 'counted' ? counted.counts : counts;
  }, {});

describe('pieces that are scanned for an order', () => {
  it('count up by barcode or SKU, in any case, until all are there', () => {
    expect(scanned('6221031490019', 'cap-1')).toEqual({ cap: 2 });
    expect(isComplete(lines, scanned('CAP-1', 'CAP-1'))).toBe(false);
    expect(isComplete(lines, scanned('CAP-1', 'in-1/p2', 'CAP-1'))).toBe(true);
  });

  it('are too many, not to be packed, or of something else', () => {
    expect(countPiece(lines, { cap: 2 }, 'CAP-1')).toEqual({ kind: 'enough', lineId: 'cap' });
    expect(countPiece(lines, {}, 'MUG')).toEqual({ kind: 'not_open', lineId: 'gone' });
    expect(countPiece(lines, {}, 'IN-2/P2')).toEqual({ kind: 'unknown' });
  });

  it('fill one line of a variant after the other', () => {
    const two = [cap, { ...cap, id: 'more', open_pieces: 1 }];
    expect(countPiece(two, { cap: 2 }, 'CAP-1')).toMatchObject({
      lineId: 'more',
      counts: { cap: 2, more: 1 },
    });
    expect(countPiece(two, { cap: 2, more: 1 }, 'CAP-1')).toEqual({ kind: 'enough', lineId: 'cap' });
  });
});
