import { describe, expect, it } from 'vitest';
import { type CartLine, withoutLines } from '#app/cart/cart-line.ts';
import { parseLines } from '#app/cart/cart-storage.ts';
import { type OrderedLine, orderedOf } from './ordered-lines.ts';

function line(id: string, quantity: number, more: Partial<CartLine> = {}): CartLine {
  const [made] = parseLines([{ product: { id, name: id, price: 100, stock: 9 }, quantity }]);
  if (!made) throw new Error('a valid line was dropped');
  return { ...made, ...more };
}

function ordered(product_id: string | null, quantity: number, more: Partial<OrderedLine> = {}): OrderedLine {
  const none = { customization_id: null, customization: null, color: null, size: null, type: null };
  return { product_id, variant_id: null, quantity, ...none, ...more };
}

/** What an order's items leave in a cart. */
const left = (lines: CartLine[], ...order: OrderedLine[]) =>
  withoutLines(lines, orderedOf(lines, order)).map(({ product, quantity }) => `${quantity} ${product.id}`);

describe('an order found on a later visit', () => {
  it('tells lines apart by further options, such as the device of a case', () => {
    const cases = ['iPhone 16', 'Pixel 9'].map((device, n) =>
      line('case', 1, { selectedOptions: { Device: device }, variantId: `v${n}` }),
    );
    expect(orderedOf(cases, [ordered('case', 1, { variant_id: 'v1' })])).toEqual([cases[1]]);
  });

  it('removes its items from the cart, by product and options, and keeps later additions', () => {
    const black = line('tee', 2, { selectedColor: 'black', selectedSize: 'M' });
    const white = line('tee', 1, { selectedColor: 'white', selectedSize: 'M' });
    const cart = [black, white, line('cap', 3)];
    expect(left(cart, ordered('tee', 2, { color: 'Black', size: 'M' }), ordered('cap', 1))).toEqual([
      '1 tee',
      '2 cap',
    ]);
  });

  it('leaves a cart without its items alone', () => {
    const cart = [line('cap', 1)];
    expect(withoutLines(cart, orderedOf(cart, [ordered('tee', 1)]))).toBe(cart);
  });

  it('matches a design by its id, and one of a guest by its prints', () => {
    const design = { garment: 'Hoodie', elements: [{ text: 'Hi', x: 1 }] };
    const garmentLine = line('garment:Hoodie', 1, { customizationId: 'd1', design });
    const other = line('garment:Hoodie', 1, { customizationId: 'd2', design: { ...design, elements: [] } });
    const onTee = line('tee', 1, { customizationId: 'd3' });
    const printed = { design: { elements: [{ x: 1, text: 'Hi' }], garment: 'Hoodie' }, preview: null };
    const order = [
      ordered(null, 1, { customization_id: 'row', customization: printed }),
      ordered('tee', 1, { customization_id: 'd3', customization: { design: {} } }),
    ];
    expect(left([other, garmentLine, onTee, line('tee', 1)], ...order)).toEqual([
      '1 garment:Hoodie',
      '1 tee',
    ]);
  });
});
