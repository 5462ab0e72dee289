import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPendingWish, pendingWish, savePendingWish } from './pending-wishlist.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a wish made before signing in', () => {
  it('is kept until it is forgotten', () => {
    savePendingWish({ id: 'p1', name: 'Hoodie' });
    expect(pendingWish()).toEqual({ id: 'p1', name: 'Hoodie' });
    expect(pendingWish()).toEqual({ id: 'p1', name: 'Hoodie' });
    savePendingWish({ id: 'p1', name: 'Hoodie', variantId: 'v1' });
    expect(pendingWish()).toEqual({ id: 'p1', name: 'Hoodie', variantId: 'v1' });
    clearPendingWish();
    expect(pendingWish()).toBeNull();
  });

  it.each([
    ['{'],
    ['7'],
    ['null'],
    ['{"id":1,"name":"x"}'],
    ['{"id":"p1"}'],
    ['{"id":"p1","name":"x","variantId":3}'],
  ])('stored as %s is none', (stored) => {
    kept.set('souk-wish-', stored);
    expect(pendingWish()).toBeNull();
  });

  it('is kept as long as the page where storage is refused', () => {
    vi.stubGlobal('sessionStorage', undefined);
    savePendingWish({ id: 'p1', name: 'Hoodie' });
    expect(pendingWish()).toEqual({ id: 'p1', name: 'Hoodie' });
    clearPendingWish();
    expect(pendingWish()).toBeNull();
  });
});
