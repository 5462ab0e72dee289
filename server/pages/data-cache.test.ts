import { describe, expect, it, vi } from 'vitest';
import { DataCache } from './data-cache.ts';

describe('the data cache', () => {
  it('rereads a store where anything may have changed, and no other', async () => {
    const cache = new DataCache();
    const read = { a: vi.fn(async () => 1), ab: vi.fn(async () => 2) };
    const all = async () => [
      await cache.get('a listing', ['a/listing'], read.a),
      await cache.get('ab listing', ['ab/listing'], read.ab),
    ];
    await all();
    cache.invalidateTenant('a');
    expect(await all()).toEqual([1, 2]);
    expect(read.a).toHaveBeenCalledTimes(2);
    expect(read.ab).toHaveBeenCalledTimes(1);
  });

  it('reads once for concurrent requests, and again after a failure', async () => {
    const cache = new DataCache();
    const read = vi.fn(async () => 'read').mockRejectedValueOnce(new Error('no database'));
    const ask = () => cache.get('settings', ['a/settings'], read);
    await expect(Promise.all([ask(), ask()])).rejects.toThrow('no database');
    expect(read).toHaveBeenCalledTimes(1);
    expect(await Promise.all([ask(), ask()])).toEqual(['read', 'read']);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
