import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageSession } from '#app/auth/session.ts';
import { loadWishlist, readWishlistProducts, setWishlisted } from './wishlist-actions.ts';
import { clearWishlist, useWishlist } from './wishlist-store.ts';

const store = vi.hoisted(() => ({ list: async () => [''], write: async () => {} }));

vi.mock('#app/lib/supabase-browser.ts', () => ({ loadSupabase: async () => ({}) }));
vi.mock('#app/auth/session.ts', async () => {
  const { createStore } = await import('zustand/vanilla');
  const user = { id: 'mona' };
  const store = createStore<object>(() => ({ status: 'signed-in', user }));
  return { pageSession: { ...store, currentUser: async () => user } };
});
vi.mock('./wishlist-data.ts', () => ({
  listWishlist: () => store.list(),
  addToWishlist: () => store.write(),
  removeFromWishlist: () => store.write(),
  isOnWishlist: async () => false,
}));

const wished = () => [...useWishlist.getState().productIds];
const product = (id: string) => ({ id, name: id });

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  store.list = async () => ['cap'];
  store.write = async () => {};
});

afterEach(() => {
  pageSession.setState({ status: 'signed-in', user: { id: 'mona' } } as never);
  clearWishlist();
  vi.unstubAllGlobals();
});

describe('the wishlist of a page', () => {
  it('is not shown to the next person if the first signed out while it was loading', async () => {
    const answer = Promise.withResolvers<string[]>();
    store.list = () => answer.promise;
    const loaded = loadWishlist('mona');
    pageSession.setState({ status: 'anonymous', user: null });
    answer.resolve(['cap']);
    await loaded;
    expect(useWishlist.getState()).toMatchObject({ userId: null });
    expect(wished()).toEqual([]);
  });

  it('follows additions and removals on another device when its page is read', async () => {
    await loadWishlist('mona');
    expect(await readWishlistProducts('mona', async () => [product('tee')])).toEqual([product('tee')]);
    expect(wished()).toEqual(['tee']);
  });

  it('is not filled by a page before its own first load', async () => {
    await readWishlistProducts('mona', async () => [product('tee')]);
    expect(useWishlist.getState().userId).toBeNull();
  });

  it.each(['before', 'after'])(
    'keeps a heart pressed while the page was read and stored %s it',
    async (when) => {
      await loadWishlist('mona');
      const [read, stored] = [
        Promise.withResolvers<ReturnType<typeof product>[]>(),
        Promise.withResolvers<void>(),
      ];
      store.write = () => stored.promise;
      const reading = readWishlistProducts('mona', () => read.promise);
      const pressed = setWishlisted(product('cap'), false);
      if (when === 'before') {
        stored.resolve();
        await pressed;
      }
      read.resolve([product('cap')]);
      await reading;
      stored.resolve();
      await pressed;
      expect(wished()).toEqual([]);
    },
  );

  it('keeps a heart pressed before the page was read and stored meanwhile', async () => {
    await loadWishlist('mona');
    const [read, stored] = [
      Promise.withResolvers<ReturnType<typeof product>[]>(),
      Promise.withResolvers<void>(),
    ];
    store.write = () => stored.promise;
    const pressed = setWishlisted(product('cap'), false);
    await expect.poll(() => wished()).toEqual([]);
    const reading = readWishlistProducts('mona', () => read.promise);
    stored.resolve();
    await pressed;
    read.resolve([product('cap')]);
    await reading;
    expect(wished()).toEqual([]);
  });
});
