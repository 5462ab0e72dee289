import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from './row-id.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a new id', () => {
  it('is a UUID of version 4, and different each time', () => {
    const ids = Array.from({ length: 200 }, newId);
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(ids).size).toBe(200);
  });

  it('works on a page from plain http, which has no randomUUID', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
    expect(newId()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});
