import { describe, expect, it } from 'vitest';
import { pieces, productForm, productFormValues, rowOfForm, stockMove, typedBadge } from './product-form.ts';

const hoodie = {
  ...productFormValues(null),
  name: ' Hoodie ',
  price: '120.50',
  original_price: '150',
  material: 'Cotton, Wool, Cotton',
};

function problems(changes: Partial<typeof hoodie>) {
  const result = productForm.safeParse({ ...hoodie, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

describe('the product form', () => {
  it('converts to columns: trimmed text, amounts as pounds, options as JSON lists', () => {
    expect(rowOfForm(productForm.parse(hoodie))).toMatchObject({
      name: 'Hoodie',
      price: 120.5,
      original_price: 150,
      material: '["Cotton","Wool"]',
      product_type: null,
      category_id: null,
    });
  });

  it('accepts a decimal comma', () => {
    expect(rowOfForm(productForm.parse({ ...hoodie, price: '99,5' })).price).toBe(99.5);
  });

  it('rejects amounts that are invalid, negative, too fine or too large', () => {
    for (const price of ['', 'x', '-1', '1.234', '1e3', '99999999'])
      expect(problems({ price })).toContain('price');
  });

  it('rejects an original price that is not above the price', () => {
    expect(problems({ original_price: '120.50' })).toEqual(['original_price']);
    expect(problems({ original_price: '' })).toEqual([]);
  });

  it('accepts tags between commas of either script and old addresses in lines, without duplicates', () => {
    const form = productForm.parse({
      ...productFormValues(null),
      ...{
        name: 'Tee',
        price: '5',
        tags: 'Winter, شتاء، WINTER,',
        old_paths: '/products/a\n /b \n/products/a',
      },
    });
    expect(rowOfForm(form)).toMatchObject({ tags: ['WINTER', 'شتاء'], old_paths: ['/products/a', '/b'] });
    expect(problems({ tags: 't'.repeat(256) })).toEqual(['tags']);
  });

  it('requires a name', () => {
    expect(problems({ name: '  ' })).toEqual(['name']);
  });

  it('counts whole pieces', () => {
    expect(pieces.safeParse('1,200').data).toBe('1200');
    for (const typed of ['1.5', '-1', '', '99999999']) expect(pieces.safeParse(typed).success).toBe(false);
  });

  it('moves stock by whole pieces, up to a million at once', () => {
    expect(['12', '+12', '−2', '1,200', '٢٥', '1000000'].map(stockMove)).toEqual([
      12, 12, -2, 1200, 25, 1_000_000,
    ]);
    for (const typed of ['', '0', '1.5', 'ten', '1000001', '-1000001', '99999999999'])
      expect(stockMove(typed)).toBeNull();
  });

  it('stores picture descriptions by address, without empty ones', () => {
    const pictures = [
      { src: '/2.webp', alt: ' From behind ', alt_ar: '' },
      { src: '/1.webp', alt: '  ', alt_ar: '' },
    ];
    const columns = rowOfForm(productForm.parse({ ...hoodie, pictures }));
    expect(columns).toMatchObject({
      images: ['/2.webp', '/1.webp'],
      image_alts: { '/2.webp': 'From behind' },
    });
  });

  it('shows the badge that shoppers will see', () => {
    expect(typedBadge('120.50', '150')).toBe(20);
    expect(typedBadge('120.50', '')).toBe(0);
    expect(typedBadge('150', '120')).toBe(0);
  });
});
