import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartKey } from './cart-key.ts';
import { type CartLine, withoutLines } from './cart-line.ts';
import { useCart } from './cart-state.ts';
import { addToCart, changeCart, clearCart, removeLine, setQuantity } from './cart-store.ts';
import { readCart, writeCart } from './stored-cart.ts';

function line(id: string, quantity = 1): CartLine {
  const [made] = readCart(JSON.stringify([{ product: { id, name: id, price: 100, stock: 9 }, quantity }]));
  if (!made) throw new Error('a valid line was dropped');
  return made;
}

const key = cartKey('', null);
const kept = new Map<string, string>();
const inStorage = () =>
  readCart(kept.get(key) ?? null).map(({ product, quantity }) => `${quantity} ${product.id}`);

/** What another tab keeps while this page has not heard of it yet. */
const otherTabKeeps = (...lines: CartLine[]) => void kept.set(key, writeCart(lines) ?? '');

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  kept.clear();
  useCart.setState({ lines: [], userId: null, ready: true, added: null });
  addToCart(line('shirt'), 2);
});

afterEach(() => {
  useCart.setState({ lines: [], userId: null, ready: false, added: null });
  vi.unstubAllGlobals();
});

describe('M62 two tabs with one cart', () => {
  it('keep what either of them puts in, however late they hear of each other', () => {
    otherTabKeeps(line('shirt', 2), line('cap'));
    expect(addToCart(line('shirt'))).toBe(3);
    expect(inStorage()).toEqual(['3 shirt', '1 cap']);
    expect(useCart.getState().lines).toHaveLength(2);
  });

  it('keep it when a quantity is set or a line is taken out', () => {
    otherTabKeeps(line('shirt', 2), line('cap'));
    setQuantity(line('shirt'), 5);
    expect(inStorage()).toEqual(['5 shirt', '1 cap']);
    otherTabKeeps(line('shirt', 5), line('cap', 2));
    removeLine(line('shirt'));
    expect(inStorage()).toEqual(['2 cap']);
  });

  it('keep it when this one has ordered what it knew of', () => {
    const ordered = useCart.getState().lines;
    otherTabKeeps(line('shirt', 3), line('cap'));
    changeCart((lines) => withoutLines(lines, ordered));
    expect(inStorage()).toEqual(['1 shirt', '1 cap']);
  });

  it('are both emptied when one of them is', () => {
    otherTabKeeps(line('shirt', 2), line('cap'));
    clearCart();
    expect(inStorage()).toEqual([]);
    expect(kept.has(key)).toBe(false);
  });
});
