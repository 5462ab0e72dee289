import { afterEach, describe, expect, it, vi } from 'vitest';
import { keptByBrowser, keptByTab } from './kept.ts';

function storage(changes: Partial<Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>> = {}) {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    ...changes,
  };
}
const refuse = () => {
  throw new DOMException('Denied', 'SecurityError');
};

afterEach(() => {
  keptByTab('k').write(null);
  vi.unstubAllGlobals();
});

describe('what is kept', () => {
  it('M97 lies in the browser or in the tab', () => {
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('sessionStorage', storage());
    keptByBrowser('k').write('a');
    expect([keptByBrowser('k').read(), keptByTab('k').read()]).toEqual(['a', null]);
    keptByBrowser('k').write(null);
    expect(keptByBrowser('k').read()).toBeNull();
  });

  it('M97 lasts as long as the page where storage is refused', () => {
    vi.stubGlobal('sessionStorage', storage({ getItem: refuse, setItem: refuse, removeItem: refuse }));
    expect(keptByTab('k').read()).toBeNull();
    keptByTab('k').write('a');
    expect(keptByTab('k').read()).toBe('a');
    keptByTab('k').write(null);
    expect(keptByTab('k').read()).toBeNull();
  });

  it('M97 is the newest where storage is full', () => {
    const full = storage();
    vi.stubGlobal('sessionStorage', full);
    keptByTab('k').write('old');
    full.setItem = refuse;
    keptByTab('k').write('new');
    expect(keptByTab('k').read()).toBe('new');
  });

  it('M97 is nothing where there is no browser', () => {
    expect(keptByTab('k').read()).toBeNull();
  });
});
