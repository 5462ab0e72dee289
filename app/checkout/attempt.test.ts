import { afterEach, describe, expect, it, vi } from 'vitest';
import { attemptKey, endAttempt, openAttempt } from './attempt.ts';

function keepIn(kept: Map<string, string>): void {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
}

function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
}

afterEach(() => {
  endAttempt();
  vi.unstubAllGlobals();
});

describe('the key of an attempt to order', () => {
  it.each([
    ['with storage', () => keepIn(new Map())],
    ['without storage', refuseStorage],
  ])('M64 stays the same until its order is known, %s', (_, prepare) => {
    prepare();
    expect(openAttempt()).toBeNull();
    const key = attemptKey();
    expect([attemptKey(), openAttempt()]).toEqual([key, key]);
    endAttempt();
    expect(openAttempt()).toBeNull();
    expect(attemptKey()).not.toBe(key);
  });
});
