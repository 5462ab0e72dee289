import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetWish, keepWish, keptWish } from './kept-wish.ts';

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
  it('M51 is kept until it is forgotten', () => {
    keepWish({ id: 'p1', name: 'Hoodie' });
    expect(keptWish()).toEqual({ id: 'p1', name: 'Hoodie' });
    expect(keptWish()).toEqual({ id: 'p1', name: 'Hoodie' });
    forgetWish();
    expect(keptWish()).toBeNull();
  });

  it.each([['{'], ['7'], ['null'], ['{"id":1,"name":"x"}'], ['{"id":"p1"}']])(
    'M51 stored as %s is none',
    (stored) => {
      kept.set('souk-wish-', stored);
      expect(keptWish()).toBeNull();
    },
  );

  it('M51 is kept as long as the page where storage is refused', () => {
    vi.stubGlobal('sessionStorage', undefined);
    keepWish({ id: 'p1', name: 'Hoodie' });
    expect(keptWish()).toEqual({ id: 'p1', name: 'Hoodie' });
    forgetWish();
    expect(keptWish()).toBeNull();
  });
});
