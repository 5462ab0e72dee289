import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { normaliseProduct } from './normalise-product.ts';

const now = '2026-01-02T03:04:05.000Z';

const empty = {
  id: '',
  slug: '',
  name: '',
  description: '',
  price: 0,
  discount: 0,
  images: [],
  videos: [],
  unit: '',
  stock: 0,
  featured: false,
  category_id: '',
  category: {
    id: '',
    slug: '',
    name: 'Uncategorized',
    description: '',
    image: '',
    created_at: now,
    tenant_id: '',
  },
  original_price: null,
  originalPrice: null,
  is_new: false,
  isNew: false,
  restocks: true,
  size: '',
  color: '',
  type: '',
  material: '',
  brand: '',
  gender: '',
  seo_title: '',
  seo_description: '',
  otherOptions: [],
  attributes: {},
  rating: null,
  review_count: 0,
  created_at: now,
  updated_at: now,
  version: 0,
  tenant_id: '',
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('normaliseProduct', () => {
  it.each([[undefined], [null]])('%s is logged and gives an empty product', (raw) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(normaliseProduct(raw, now)).toEqual(empty);
    expect(log).toHaveBeenCalledExactlyOnceWith('Cannot map undefined or null product');
  });

  it('an empty row silently gives an empty product', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(normaliseProduct({}, now)).toEqual(empty);
    expect(log).not.toHaveBeenCalled();
  });

  it.each([['text'], [7], [true], [[]]])('%j, which is not a row, gives an empty product', (raw) => {
    expect(normaliseProduct(raw, now)).toEqual(empty);
  });

  it('a complete row keeps every value and shows the two aliases', () => {
    const category = {
      id: 'c1',
      slug: 'c1',
      name: 'Hoodies',
      description: 'Warm',
      image: '/c.webp',
      created_at: '2025-01-01T00:00:00Z',
      tenant_id: 'inkthread',
    };
    const row = {
      id: 'p1',
      slug: 'block-hoodie',
      page_slugs: { en: 'block-hoodie', ar: 'هودي' },
      name: 'Block hoodie',
      description: 'Heavy fleece',
      price: 450.5,
      discount: 10,
      images: ['/1.webp', '/2.webp'],
      videos: ['/1.webm'],
      unit: 'piece',
      stock: 12,
      featured: true,
      category_id: 'c1',
      category,
      original_price: 500,
      is_new: true,
      restocks: false,
      size: '["M","L"]',
      color: 'black, white',
      type: 'Hoodie',
      material: 'Cotton',
      brand: 'Inkthread',
      gender: 'Unisex',
      seo_title: 'A hoodie of blocks',
      seo_description: 'Warm',
      attributes: { a1: 45, a2: { from: 2, to: 5 } },
      rating: 4.5,
      review_count: 2,
      created_at: '2025-02-02T00:00:00Z',
      updated_at: '2025-03-03T00:00:00Z',
      version: 0,
      tenant_id: 'inkthread',
    };
    const { page_slugs: _, ...kept } = row;
    expect(normaliseProduct(row, now)).toEqual({
      ...kept,
      otherOptions: [],
      originalPrice: 500,
      isNew: true,
    });
  });

  it.each([
    [
      ['/a.webp', '/b.webp'],
      ['/a.webp', '/b.webp'],
    ],
    ['["/a.webp", "/b.webp"]', ['/a.webp', '/b.webp']],
    [' ["/a.webp"] ', ['/a.webp']],
    ['"/a.webp"', ['/a.webp']],
    ['/a.webp', ['/a.webp']],
    ['[not json', ['[not json']],
    [['/a.webp', '', null, 4, ' '], ['/a.webp']],
    ['', []],
    [null, []],
    [undefined, []],
    [{}, []],
    [5, []],
  ])('pictures and videos given as %j become %j', (value, list) => {
    const product = normaliseProduct({ images: value, videos: value }, now);
    expect(product.images).toEqual(list);
    expect(product.videos).toEqual(list);
  });

  it.each([
    [19.5, 19.5],
    [0, 0],
    ['19.50', 19.5],
    [' 7 ', 7],
    ['', 0],
    ['free', 0],
    ['12 EGP', 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    [null, 0],
    [undefined, 0],
    [true, 0],
    [[3], 0],
  ])('price, stock and discount given as %j become %d', (value, number) => {
    const product = normaliseProduct({ price: value, stock: value, discount: value }, now);
    expect([product.price, product.stock, product.discount]).toEqual([number, number, number]);
  });

  it.each([
    [{ original_price: '250' }, 250],
    [{ originalPrice: 250 }, 250],
    [{ original_price: null }, null],
    [{ original_price: 'none' }, null],
  ])('the original price of %j is %s under both names', (row, price) => {
    const product = normaliseProduct(row, now);
    expect([product.original_price, product.originalPrice]).toEqual([price, price]);
  });

  it.each([
    [true, true],
    ['true', true],
    ['T', true],
    [1, true],
    [false, false],
    ['false', false],
    ['', false],
    [0, false],
    [null, false],
    ['yes, later', false],
  ])('flags given as %j are %s', (value, flag) => {
    const product = normaliseProduct({ featured: value, is_new: value }, now);
    expect([product.featured, product.is_new, product.isNew]).toEqual([flag, flag, flag]);
  });

  it.each([
    [{ category: { id: 'c1', name: 'Mugs' } }, 'c1', 'Mugs'],
    [{ categories: { id: 'c1', name: 'Mugs' } }, 'c1', 'Mugs'],
    [{ category_id: 'c2', category: { id: 'c1', name: 'Mugs' } }, 'c2', 'Mugs'],
    [{ category_id: 'c2', category: null }, 'c2', 'Uncategorized'],
    [{ category: 'Mugs' }, '', 'Mugs'],
    [{ category_id: null }, '', 'Uncategorized'],
  ])('the category of %j is %j, %j', (row, id, name) => {
    const product = normaliseProduct(row, now);
    expect([product.category_id, product.category.name]).toEqual([id, name]);
  });

  it('sizes and colors stay text, and a real list becomes JSON text', () => {
    const product = normaliseProduct({ size: ['M', 'L'], color: 'black, white' }, now);
    expect([product.size, product.color]).toEqual(['["M","L"]', 'black, white']);
  });

  it('missing timestamps are the current time', () => {
    vi.useFakeTimers({ now: Date.parse(now) });
    const product = normaliseProduct({ created_at: null });
    vi.useRealTimers();
    expect([product.created_at, product.updated_at]).toEqual([now, now]);
  });

  it('every field has its type, whatever a row holds', () => {
    const row = fc.dictionary(fc.constantFrom(...Object.keys(empty)), fc.anything());
    fc.assert(
      fc.property(row, (raw) => {
        const product = normaliseProduct(raw, now);
        for (const [key, value] of Object.entries(product)) {
          const blank = Object.entries(empty).find(([name]) => name === key)?.[1];
          if (blank === null) expect(value === null || Number.isFinite(value)).toBe(true);
          else expect(typeof value).toBe(typeof blank);
        }
        expect(product.images.every((image) => typeof image === 'string' && image !== '')).toBe(true);
        expect(product.category.name).not.toBe('');
      }),
    );
  });
});
