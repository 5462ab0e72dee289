import { describe, expect, it } from 'vitest';
import { matchingTransfers } from './awaited-transfers.ts';
import type { AwaitedTransfer } from './read-transfers.ts';

const proof = { id: 't', state: 'to_check' as const, photos: [], note: '', answer: '', created_at: '' };
const order = (number: string, owed: number, over: Partial<AwaitedTransfer> = {}): AwaitedTransfer => ({
  id: number,
  number,
  customer_name: 'Mona',
  assignments: null,
  created_at: '2026-06-01',
  received: 0,
  due_by_transfer: owed,
  transfers: [],
  ...over,
});
const orders = [
  order('IN-A', 280.5),
  order('IN-B', 280, { transfers: [proof] }),
  order('IN-C', 280.5, { received: 119.5 }),
];
const found = (typed: string) => matchingTransfers(orders, typed).map(({ number }) => number);

describe('orders that await a transfer', () => {
  it('are found by the exact amount left to pay, to the piastre', () => {
    expect(found('280.50')).toEqual(['IN-A', 'IN-C']);
    expect(found('280,5')).toEqual(['IN-A', 'IN-C']);
    expect(found('٢٨٠٫٥')).toEqual(['IN-A', 'IN-C']);
    expect(found('280')).toEqual(['IN-B']);
    expect(found('28')).toEqual([]);
  });

  it('are also found by their number, those with a proof first', () => {
    expect(found('in-c')).toEqual(['IN-C']);
    expect(found('')).toEqual(['IN-B', 'IN-A', 'IN-C']);
  });
});
