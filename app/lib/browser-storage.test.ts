import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserStorage, tabStorage } from './browser-storage.ts';

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
  tabStorage('k').write(null);
  vi.unstubAllGlobals();
});

describe('a stored value', () => {
  it('is in the browser or in the tab', () => {
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('sessionStorage', storage());
    browserStorage('k').write('a');
    expect([browserStorage('k').read(), tabStorage('k').read()]).toEqual(['a', null]);
    browserStorage('k').write(null);
    expect(browserStorage('k').read()).toBeNull();
  });

  it('lasts as long as the page when storage is refused', () => {
    vi.stubGlobal('sessionStorage', storage({ getItem: refuse, setItem: refuse, removeItem: refuse }));
    expect(tabStorage('k').read()).toBeNull();
    tabStorage('k').write('a');
    expect(tabStorage('k').read()).toBe('a');
    tabStorage('k').write(null);
    expect(tabStorage('k').read()).toBeNull();
  });

  it('is the newest when storage is full', () => {
    const full = storage();
    vi.stubGlobal('sessionStorage', full);
    tabStorage('k').write('old');
    full.setItem = refuse;
    tabStorage('k').write('new');
    expect(tabStorage('k').read()).toBe('new');
  });

  it('is null without a browser', () => {
    expect(tabStorage('k').read()).toBeNull();
  });
});
