import { describe, expect, it } from 'vitest';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { variantsOf } from '#app/product/variants.ts';
import { isRemoved, reorderLine, withReorder } from './buy-again.ts';

const flags = { colors: true, types: false, sizes: true, materials: false, gender: false };
const hoodie = normaliseProduct({
  id: 'hoodie',
  name: 'Ink hoodie',
  price: 250,
  stock: 3,
  size: '["M","L"]',
  color: 'Black, White',
});
const mug = normaliseProduct({ id: 'mug', name: 'Mug', price: 99, stock: 5 });
const ordered = {
  name: 'Ink hoodie',
  quantity: 2,
  product_id: 'hoodie',
  garment: null,
  color: 'black',
  size: 'M',
  type: null,
};
const plain = {
  name: 'Mug',
  quantity: 1,
  product_id: 'mug',
  garment: null,
  color: null,
  size: null,
  type: null,
};

describe('buy again', () => {
  it('uses the line as ordered, with the store’s current data', () => {
    expect(reorderLine(ordered, [hoodie], flags)).toMatchObject({
      quantity: 2,
      line: { product: { id: 'hoodie', price: 250 }, selectedColor: 'Black', selectedSize: 'M' },
    });
    expect(reorderLine(plain, [mug], flags)).toMatchObject({ quantity: 1, line: { product: { id: 'mug' } } });
  });

  it('reports what is gone, sold out, or no longer offered in that option', () => {
    expect(reorderLine(ordered, [], flags)).toEqual({ name: 'Ink hoodie', kind: 'gone' });
    expect(reorderLine({ ...ordered, product_id: null }, [hoodie], flags)).toMatchObject({ kind: 'gone' });
    expect(reorderLine(ordered, [{ ...hoodie, stock: 0 }], flags)).toMatchObject({ kind: 'sold-out' });
    expect(reorderLine({ ...ordered, size: 'XXL' }, [hoodie], flags)).toMatchObject({ kind: 'option-gone' });
    expect(reorderLine({ ...ordered, size: 'XXL' }, [{ ...hoodie, size: 'M' }], flags)).toMatchObject({
      kind: 'option-gone',
    });
    expect(reorderLine({ ...plain, product_id: 'hoodie' }, [hoodie], flags)).toMatchObject({
      kind: 'option-gone',
    });
  });

  it('keeps further options as ordered, with their variant', () => {
    const row = {
      id: 'case',
      name: 'Case',
      price: 300,
      stock: 5,
      product_options: [{ position: 1, kind: 'other', name: 'Device', values: ['iPhone 16', 'Pixel 9'] }],
      product_variants: [
        { id: 'i16', option1: 'iPhone 16', stock: 5 },
        { id: 'p9', option1: 'Pixel 9', stock: 0 },
      ],
    };
    const sold = { ...normaliseProduct(row), variants: variantsOf(row) };
    const of = (value: string) => ({
      ...plain,
      name: 'Case',
      product_id: 'case',
      options: [{ name: 'Device', value }],
    });
    expect(reorderLine(of('iphone 16'), [sold], flags)).toMatchObject({
      line: { selectedOptions: { Device: 'iPhone 16' }, variantId: 'i16' },
    });
    expect(reorderLine(of('Pixel 9'), [sold], flags)).toMatchObject({ kind: 'sold-out' });
    expect(reorderLine(of('Pixel 8'), [sold], flags)).toMatchObject({ kind: 'option-gone' });
  });

  it('distinguishes a garment of the designer from a printed product that is gone', () => {
    expect(isRemoved({ garment: 'Hoodie' }, undefined)).toBe(false);
    expect(isRemoved({ garment: null }, undefined)).toBe(true);
    expect(isRemoved({ garment: null }, hoodie)).toBe(false);
  });

  it('never adds more of a variant than its stock, counting the cart', () => {
    const variant = (size: string, stock: number) => ({
      id: size,
      options: { color: '', size, type: '' },
      price: null,
      originalPrice: null,
      stock,
      image: '',
      sku: '',
    });
    const sold = { ...hoodie, variants: [variant('M', 3), variant('L', 1), variant('XL', 0)] };
    const again = [
      reorderLine(ordered, [sold], flags),
      reorderLine({ ...ordered, size: 'L' }, [sold], flags),
    ];
    const { lines, results } = withReorder([], again);
    expect(lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(results.map(({ kind }) => kind)).toEqual(['added', 'fewer']);
    expect(results[1]).toMatchObject({ added: 1, wanted: 2 });
    const soldOut = { ...sold, variants: [variant('M', 0), variant('L', 5)] };
    expect(reorderLine(ordered, [soldOut], flags)).toMatchObject({ kind: 'sold-out' });
    expect(withReorder(lines, again).results.map(({ kind }) => kind)).toEqual(['fewer', 'all-in-cart']);
  });
});
