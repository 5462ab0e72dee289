import { describe, expect, it, vi } from 'vitest';
import { RememberedReads } from './remembered-reads.ts';

describe('reads that are remembered', () => {
  it('M112 are made again in a store where anything may have changed, and in no other', async () => {
    const reads = new RememberedReads();
    const read = { a: vi.fn(async () => 1), ab: vi.fn(async () => 2) };
    const all = async () => [
      await reads.get('a listing', ['a/listing'], read.a),
      await reads.get('ab listing', ['ab/listing'], read.ab),
    ];
    await all();
    reads.forget('a');
    expect(await all()).toEqual([1, 2]);
    expect(read.a).toHaveBeenCalledTimes(2);
    expect(read.ab).toHaveBeenCalledTimes(1);
  });
});
