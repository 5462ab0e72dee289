import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPendingProduct, readPendingProduct, savePendingProduct } from './pending-wishlist.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a product added to the wishlist before signing in', () => {
  it('is stored until it is cleared', () => {
    savePendingProduct({ id: 'p1', name: 'Hoodie' });
    expect(readPendingProduct()).toEqual({ id: 'p1', name: 'Hoodie' });
    expect(readPendingProduct()).toEqual({ id: 'p1', name: 'Hoodie' });
    savePendingProduct({ id: 'p1', name: 'Hoodie', variantId: 'v1' });
    expect(readPendingProduct()).toEqual({ id: 'p1', name: 'Hoodie', variantId: 'v1' });
    clearPendingProduct();
    expect(readPendingProduct()).toBeNull();
  });

  it.each([
    ['{'],
    ['7'],
    ['null'],
    ['{"id":1,"name":"x"}'],
    ['{"id":"p1"}'],
    ['{"id":"p1","name":"x","variantId":3}'],
  ])('stored as %s is null', (stored) => {
    storage.set('souk-wish-', stored);
    expect(readPendingProduct()).toBeNull();
  });

  it('lasts as long as the page if storage is refused', () => {
    vi.stubGlobal('sessionStorage', undefined);
    savePendingProduct({ id: 'p1', name: 'Hoodie' });
    expect(readPendingProduct()).toEqual({ id: 'p1', name: 'Hoodie' });
    clearPendingProduct();
    expect(readPendingProduct()).toBeNull();
  });
});
