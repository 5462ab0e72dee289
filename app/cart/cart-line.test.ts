import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CartLine,
  countOf,
  lineIdentity,
  mergeLines,
  withMore,
  withQuantity,
  withReplaced,
} from './cart-line.ts';
import { parseLines } from './cart-storage.ts';

function line(id: string, stock: number, quantity = 1, options: Partial<CartLine> = {}): CartLine {
  const [product] = parseLines([{ product: { id, name: id, price: 100, stock }, quantity: 1 }]);
  if (!product) throw new Error('a valid line was dropped');
  return { ...product, ...options, quantity };
}

describe('the cart', () => {
  it('adds up lines of the same product and options, and keeps others apart', () => {
    const black = line('hoodie', 10, 1, { selectedColor: 'black', selectedSize: 'M' });
    const white = line('hoodie', 10, 1, { selectedColor: 'white', selectedSize: 'M' });
    const printed = line('hoodie', 10, 1, {
      selectedColor: 'black',
      selectedSize: 'M',
      customizationId: 'd1',
    });
    const lines = [black, white, black, printed].reduce<CartLine[]>((all, one) => withMore(all, one, 1), []);
    expect(lines.map((one) => one.quantity)).toEqual([2, 1, 1]);
  });

  it('never holds more of a variant than its stock, printed or not; other variants have their own stock', () => {
    const black = line('hoodie', 3, 2, { selectedColor: 'black' });
    const printed = line('hoodie', 3, 1, { selectedColor: 'black', customizationId: 'design' });
    const white = line('hoodie', 4, 1, { selectedColor: 'white' });
    const lines = withMore(withMore(withMore([], black, 2), printed, 5), white, 9);
    expect(lines.map(({ quantity }) => quantity)).toEqual([2, 1, 4]);
    expect(countOf(withQuantity(lines, lineIdentity(black), 99))).toBe(7);
  });

  it('a quantity of 0 removes the line', () => {
    const hoodie = line('hoodie', 3, 2);
    expect(withQuantity([hoodie], lineIdentity(hoodie), 0)).toEqual([]);
  });

  it('an edited line keeps the position and quantity of the old one', () => {
    const design = (customizationId: string, stock = 9) => line('hoodie', stock, 1, { customizationId });
    const cart = [line('a', 5), { ...design('d1'), quantity: 3 }, line('b', 5)];
    const replaced = (lines: readonly CartLine[], by: CartLine) =>
      withReplaced(lines, lineIdentity(design('d1')), by).map((one) => [
        one.customizationId ?? one.product.id,
        one.quantity,
      ]);
    expect(replaced(cart, design('d2'))).toEqual([
      ['a', 1],
      ['d2', 3],
      ['b', 1],
    ]);
    expect(replaced(cart, design('d1'))).toEqual([
      ['a', 1],
      ['d1', 3],
      ['b', 1],
    ]);
    expect(replaced(cart, design('d2', 2)), 'as many as there are').toEqual([
      ['a', 1],
      ['d2', 2],
      ['b', 1],
    ]);
    expect(replaced([...cart, design('d2')], design('d2')), 'it is there already').toEqual([
      ['a', 1],
      ['b', 1],
      ['d2', 4],
    ]);
    expect(replaced([line('a', 5)], design('d2')), 'the line is gone').toEqual([
      ['a', 1],
      ['d2', 1],
    ]);
    expect(withReplaced(cart, lineIdentity(design('d1')), design('d2', 0)), 'sold out').toBe(cart);
  });

  it('merging adds up, caps at the stock and drops empty lines', () => {
    const merged = mergeLines([line('a', 5, 4), line('b', 5, 1)], [line('a', 5, 3), line('c', 0, 2)]);
    expect(merged.map((one) => [one.product.id, one.quantity])).toEqual([
      ['a', 5],
      ['b', 1],
    ]);
  });

  it('merging never loses a line nor exceeds the stock, whatever the carts', () => {
    const carts = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c'),
        color: fc.constantFrom('x', 'y'),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 6 },
    );
    const cart = (items: { id: string; color: string; quantity: number }[]) =>
      items.reduce<CartLine[]>(
        (all, item) => withMore(all, line(item.id, 7, 1, { selectedColor: item.color }), item.quantity),
        [],
      );
    fc.assert(
      fc.property(carts, carts, (own, guest) => {
        const merged = mergeLines(cart(own), cart(guest));
        expect(new Set(merged.map(lineIdentity)).size).toBe(merged.length);
        for (const variant of ['a x', 'a y', 'b x', 'b y', 'c x', 'c y']) {
          const sum = (lines: CartLine[]) =>
            countOf(lines.filter((one) => `${one.product.id} ${one.selectedColor}` === variant));
          expect(sum(merged)).toBe(Math.min(7, sum(cart(own)) + sum(cart(guest))));
        }
      }),
    );
  });
});

describe('a stored cart', () => {
  it.each([
    ['no product', { quantity: 1 }],
    ['a product that is no object', { product: 'hoodie', quantity: 1 }],
    ['a product without id', { product: { name: 'Hoodie' }, quantity: 1 }],
    ['no quantity', { product: { id: 'a' } }],
    ['a quantity that is no number', { product: { id: 'a' }, quantity: '2' }],
    ['a quantity of 0', { product: { id: 'a' }, quantity: 0 }],
    ['a negative quantity', { product: { id: 'a' }, quantity: -1 }],
    ['nothing', null],
  ])('drops a line with %s', (_reason, stored) => {
    const good = { product: { id: 'good' }, quantity: 2 };
    expect(parseLines([stored, good]).map((one) => one.product.id)).toEqual(['good']);
  });
});

describe('a stored line with a design', () => {
  const stored = {
    product: { id: 'garment:Hoodie', name: 'Custom Hoodie', price: 155, stock: 999 },
    quantity: 1,
    customizationId: 'd1',
    prints: { garment: 'Hoodie', texts: 1, images: 0 },
    design: { version: 1, garment: 'Hoodie', color: 'black', elements: [] },
    preview: 'inkthread/u/p.webp',
  };

  it('keeps its design, its prints and its preview', () => {
    const [read] = parseLines([stored]);
    expect(read).toMatchObject({ prints: stored.prints, design: stored.design, preview: stored.preview });
    expect(parseLines([read])).toEqual([read]);
  });

  it('drops what cannot be a design', () => {
    const [read] = parseLines([{ ...stored, design: 'x', prints: [], preview: 3 }]);
    expect(read).not.toHaveProperty('design');
    expect(read).not.toHaveProperty('prints');
    expect(read).not.toHaveProperty('preview');
  });
});
