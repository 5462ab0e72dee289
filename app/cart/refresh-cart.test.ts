import { describe, expect, it } from 'vitest';
import type { Variant } from '#app/product/variants.ts';
import type { CartLine } from './cart-line.ts';
import { parseLines } from './cart-storage.ts';
import { type FreshProduct, refreshCart as freshenWith, productIdBatches } from './refresh-cart.ts';
import type { PriceRules } from './unit-price.ts';

function line(id: string, quantity: number, price = 100, selectedSize = ''): CartLine {
  const [made] = parseLines([{ product: { id, name: id, price, stock: 9 }, quantity, selectedSize }]);
  if (!made) throw new Error('a valid line was dropped');
  return made;
}

const now = (id: string, price: number, stock: number) => ({
  id,
  name: id,
  price,
  stock,
  images: ['/new.webp'],
});

const refreshCart = (
  lines: readonly CartLine[],
  products: FreshProduct[],
  asked?: string[],
  rules?: PriceRules,
) => freshenWith(lines, products, asked ?? lines.map(({ product }) => product.id), rules);

describe('a cart on the next visit', () => {
  it('reports each new price and applies it', () => {
    const { lines, changes } = refreshCart([line('a', 1, 100)], [now('a', 120.5, 9)]);
    expect(changes).toEqual([{ kind: 'price', name: 'a', options: '', before: 100_00, now: 120_50 }]);
    expect(lines[0]?.product).toMatchObject({ price: 120.5, images: ['/new.webp'] });
  });

  it('reports a new price once, however many lines the product has', () => {
    const { changes } = refreshCart([line('a', 1, 100, 'M'), line('a', 1, 100, 'L')], [now('a', 90, 9)]);
    expect(changes).toEqual([{ kind: 'price', name: 'a', options: '', before: 100_00, now: 90_00 }]);
  });

  it('shares the remaining stock among the lines of a product', () => {
    const { lines, changes } = refreshCart(
      [line('a', 3, 100, 'M'), line('a', 3, 100, 'L')],
      [now('a', 100, 4)],
    );
    expect(lines.map((one) => one.quantity)).toEqual([3, 1]);
    expect(changes).toEqual([{ kind: 'stock', name: 'a', options: '', left: 4 }]);
  });

  it('takes price, stock and picture of each line from its own variant, and names the changed variant', () => {
    const of = (size: string, changes: Partial<Variant>): Variant => ({
      id: size,
      options: { color: '', size, type: '' },
      price: null,
      originalPrice: null,
      image: '',
      sku: '',
      stock: 9,
      ...changes,
    });
    const variants = [
      of('M', { stock: 1 }),
      of('L', { price: 120, image: '/l.webp' }),
      of('S', { stock: 0 }),
    ];
    const { lines, changes } = refreshCart(
      [line('a', 3, 100, 'M'), line('a', 3, 100, 'L'), line('a', 1, 100, 'S'), line('a', 1, 100, 'XL')],
      [{ ...now('a', 100, 10), variants }],
    );
    expect(lines.map(({ quantity, product: { price } }) => [quantity, price])).toEqual([
      [1, 100],
      [3, 120],
    ]);
    expect(lines[1]?.product.images).toEqual(['/l.webp']);
    expect(changes).toEqual([
      { kind: 'stock', name: 'a', options: 'M', left: 1 },
      { kind: 'price', name: 'a', options: 'L', before: 100_00, now: 120_00 },
      { kind: 'sold-out', name: 'a', options: 'S' },
      { kind: 'sold-out', name: 'a', options: 'XL' },
    ]);
  });

  it('removes what is sold out or no longer sold, and reports it', () => {
    const { lines, changes } = refreshCart([line('a', 1), line('b', 1)], [now('a', 100, 0)]);
    expect(lines).toEqual([]);
    expect(changes).toEqual([
      { kind: 'sold-out', name: 'a', options: '' },
      { kind: 'gone', name: 'b', options: '' },
    ]);
  });

  it('reports nothing when nothing changed', () => {
    const first = refreshCart([line('a', 2)], [now('a', 100, 9)]);
    expect(first.changes).toEqual([]);
    expect(refreshCart(first.lines, [now('a', 100, 9)]).lines).toBe(first.lines);
  });

  it('applies restocks and new names silently', () => {
    const { lines, changes } = refreshCart([line('a', 2)], [{ ...now('a', 100, 50), name: 'A new name' }]);
    expect(changes).toEqual([]);
    expect(lines[0]).toMatchObject({ quantity: 2, product: { name: 'A new name', stock: 50 } });
  });
});

describe('products that were not requested', () => {
  it('stay in the cart: another tab added them meanwhile', () => {
    const lines = [line('a', 1), line('late', 1)];
    expect(refreshCart(lines, [now('a', 100, 9)], ['a'])).toMatchObject({
      lines: [{ product: { id: 'a' } }, lines[1]],
      changes: [],
    });
  });
});

describe('requesting the products of a cart', () => {
  it('lists each product once, in batches of a hundred, without garments of the designer', () => {
    const many = Array.from({ length: 101 }, (_, index) => line(`p${String(index).padStart(3, '0')}`, 1));
    const batches = productIdBatches([...many, line('p000', 1, 100, 'L'), line('garment:Hoodie', 1)]);
    expect(batches.map((ids) => ids.length)).toEqual([100, 1]);
    expect(new Set(batches.flat())).toEqual(new Set(many.map(({ product }) => product.id)));
    expect(productIdBatches([line('garment:Hoodie', 1)])).toEqual([]);
  });
});

describe('a line with a design', () => {
  const rules = { textPrint: 5_00, imagePrint: 30_00, garmentPrices: { Hoodie: 150_00 } };
  const prints = { garment: 'Hoodie', texts: 1, images: 1 };

  it("keeps the garment's price from the store's settings, without a product", () => {
    const garmentLine = { ...line('garment:Hoodie', 2, 150), customizationId: 'd1', prints };
    const { lines, changes } = refreshCart([garmentLine], [], [], rules);
    expect(lines[0]).toMatchObject({ quantity: 2, product: { price: 185 } });
    expect(changes).toEqual([
      { kind: 'price', name: 'Custom Hoodie', options: '', before: 150_00, now: 185_00 },
    ]);
    expect(refreshCart(lines, [], [], rules).changes).toEqual([]);
  });

  it('is removed when the store no longer prints on the garment', () => {
    const garmentLine = {
      ...line('garment:Kilt', 1),
      customizationId: 'd1',
      prints: { ...prints, garment: 'Kilt' },
    };
    expect(refreshCart([garmentLine], [], [], rules)).toEqual({
      lines: [],
      changes: [{ kind: 'gone', name: 'Custom Kilt', options: '' }],
    });
  });

  it("on a product costs the product's price plus the prints, and keeps its preview", () => {
    const printed = { ...line('a', 1, 135), customizationId: 'd1', prints };
    const { lines, changes } = refreshCart([printed], [now('a', 100, 9)], undefined, rules);
    expect(changes).toEqual([]);
    expect(lines[0]?.product).toMatchObject({ price: 135, images: [] });
  });
});
