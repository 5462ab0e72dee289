import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '#app/auth/model.ts';
import { pageSession } from '#app/auth/session.ts';
import { addToCart, clearCart, removeLine, setQuantity } from './cart-actions.ts';
import { type CartLine, withoutLines } from './cart-line.ts';
import { cartKey, cartVersion, parseLines } from './cart-storage.ts';
import { changeCart, subscribeToCart, useCart } from './cart-store.ts';

function line(id: string, quantity = 1): CartLine {
  const [made] = parseLines([{ product: { id, name: id, price: 100, stock: 9 }, quantity }]);
  if (!made) throw new Error('a valid line was dropped');
  return made;
}

const key = cartKey('', null);
const stored = new Map<string, string>();
const inStorage = (place = key) => {
  const cart = JSON.parse(stored.get(place) ?? 'null');
  return parseLines(cart?.state.lines).map(({ product, quantity }) => `${quantity} ${product.id}`);
};
const visibleLines = () =>
  useCart.getState().lines.map(({ product, quantity }) => `${quantity} ${product.id}`);

/** Writes storage as another tab would, without notifying this page. */
const store = (place: string, ...lines: CartLine[]) =>
  void stored.set(place, JSON.stringify({ state: { lines }, version: cartVersion }));
const otherTabStores = (...lines: CartLine[]) => store(key, ...lines);

let listeners: ((event: Pick<StorageEvent, 'key'>) => void)[] = [];
let stop = () => {};

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => void listeners.push(listener));
  vi.stubGlobal('removeEventListener', () => {});
});

afterEach(() => {
  stop();
  listeners = [];
  stored.clear();
  pageSession.setState({ status: 'anonymous', user: null }, true);
  useCart.setState({ lines: [], userId: null, ready: false });
  vi.unstubAllGlobals();
});

describe('a stored cart', () => {
  it('has a storage key per tenant and person', () => {
    const keys = [cartKey('inkthread', null), cartKey('inkthread', 'u1'), cartKey('duoworks', 'u1')];
    expect(new Set(keys).size).toBe(3);
  });

  it('is read once the page subscribes, without invalid lines', () => {
    stored.set(key, JSON.stringify({ state: { lines: [line('shirt', 2), { quantity: 3 }] }, version: 1 }));
    expect(useCart.getState().ready).toBe(false);
    stop = subscribeToCart();
    expect(visibleLines()).toEqual(['2 shirt']);
    expect(useCart.getState().ready).toBe(true);
  });

  it('without a version is migrated once', () => {
    stored.set(key, JSON.stringify([line('shirt', 2), { product: { id: '' }, quantity: 1 }]));
    stop = subscribeToCart();
    expect(visibleLines()).toEqual(['2 shirt']);
    expect(JSON.parse(stored.get(key) ?? '')).toEqual({
      state: { lines: [line('shirt', 2)] },
      version: cartVersion,
    });
  });

  it.each(['', '{', '{}', '"x"', '[]', 'null', '{"state":{"lines":"x"},"version":1}'])(
    'is empty when it cannot be read, such as %s',
    (text) => {
      stored.set(key, text);
      stop = subscribeToCart();
      expect(useCart.getState()).toMatchObject({ lines: [], ready: true });
    },
  );

  it('stays on the page when the browser refuses to store it', () => {
    stop = subscribeToCart();
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError');
      },
      removeItem: () => {},
    });
    addToCart(line('shirt'));
    addToCart(line('cap'));
    expect(visibleLines()).toEqual(['1 shirt', '1 cap']);
    clearCart();
  });
});

describe('signing in', () => {
  const user = { id: 'u1' } as SessionUser;
  const customerKey = cartKey('', user.id);

  it('merges the guest cart into the customer’s, caps at the stock, and removes the guest cart', () => {
    store(key, line('shirt', 8), line('cap'));
    store(customerKey, line('shirt', 3));
    stop = subscribeToCart();
    expect(visibleLines()).toEqual(['8 shirt', '1 cap']);
    pageSession.setState({ status: 'signed-in', user }, true);
    expect(visibleLines()).toEqual(['9 shirt', '1 cap']);
    expect(inStorage(customerKey)).toEqual(['9 shirt', '1 cap']);
    expect(stored.has(key)).toBe(false);
    pageSession.setState({ status: 'anonymous', user: null }, true);
    expect(visibleLines()).toEqual([]);
    expect(inStorage(customerKey)).toEqual(['9 shirt', '1 cap']);
  });

  it('takes over a cart that another tab filled', () => {
    pageSession.setState({ status: 'signed-in', user }, true);
    stop = subscribeToCart();
    store(customerKey, line('shirt', 3));
    for (const listener of listeners) listener({ key });
    expect(visibleLines()).toEqual([]);
    for (const listener of listeners) listener({ key: customerKey });
    expect(visibleLines()).toEqual(['3 shirt']);
  });
});

describe('two tabs with one cart', () => {
  beforeEach(() => {
    stop = subscribeToCart();
    addToCart(line('shirt'), 2);
  });

  it('keep what either of them adds, however late they learn of each other', () => {
    otherTabStores(line('shirt', 2), line('cap'));
    expect(addToCart(line('shirt'))).toBe(1);
    expect(inStorage()).toEqual(['3 shirt', '1 cap']);
    expect(useCart.getState().lines).toHaveLength(2);
  });

  it('keep it when a quantity is set or a line is removed', () => {
    otherTabStores(line('shirt', 2), line('cap'));
    setQuantity(line('shirt'), 5);
    expect(inStorage()).toEqual(['5 shirt', '1 cap']);
    otherTabStores(line('shirt', 5), line('cap', 2));
    removeLine(line('shirt'));
    expect(inStorage()).toEqual(['2 cap']);
  });

  it('keep it when this tab has ordered the lines it knew', () => {
    const ordered = useCart.getState().lines;
    otherTabStores(line('shirt', 3), line('cap'));
    changeCart((lines) => withoutLines(lines, ordered));
    expect(inStorage()).toEqual(['1 shirt', '1 cap']);
  });

  it('are both emptied when one of them is', () => {
    otherTabStores(line('shirt', 2), line('cap'));
    clearCart();
    expect(inStorage()).toEqual([]);
    expect(stored.has(key)).toBe(false);
  });
});
