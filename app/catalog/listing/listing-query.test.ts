import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appliedFilters } from './applied-filters.ts';
import {
  canonicalPath,
  choiceFilters,
  listingParameters,
  listingSearch,
  parseListing,
  sorts,
  withoutFilters,
} from './listing-query.ts';

const hoodies = '5f0c7c3e-6b1a-4f5e-9d50-0b8f7a9d1c11';
const mugs = '0b8f7a9d-6b1a-4f5e-9d50-5f0c7c3e1c11';

const read = (search: string) => parseListing(new URLSearchParams(search));

describe('listing URLs', () => {
  it('an empty query shows everything, featured first', () => {
    expect(read('')).toEqual({
      search: '',
      sort: 'featured',
      page: 1,
      category: [],
      type: [],
      size: [],
      color: [],
      material: [],
      brand: [],
      gender: [],
      attribute: [],
      min: null,
      max: null,
      inStock: false,
      onSale: false,
      isNew: false,
    });
  });

  it('reads search, order, page and every filter', () => {
    const address =
      `?search=hodie&category=${hoodies}&category=${mugs}&type=Hoodie&size=M&size=L&color=navy&material=Cotton` +
      `&gender=Unisex&brand=Inkthread&attribute=${hoodies}%3A2..5&min=100&max=450.5&stock=in&sale=1&new=1&sort=price-asc&page=3`;
    expect(read(address)).toEqual({
      search: 'hodie',
      sort: 'price-asc',
      page: 3,
      category: [hoodies, mugs],
      type: ['Hoodie'],
      size: ['M', 'L'],
      color: ['navy'],
      material: ['Cotton'],
      brand: ['Inkthread'],
      gender: ['Unisex'],
      attribute: [`${hoodies}:2..5`],
      min: 100,
      max: 450.5,
      inStock: true,
      onSale: true,
      isNew: true,
    });
    expect(listingSearch(read(address))).toBe(address);
  });

  it.each([
    ['?page=0', { page: 1 }],
    ['?page=-4', { page: 1 }],
    ['?page=2.5', { page: 1 }],
    ['?page=1e99', { page: 10_000 }],
    ['?page=two', { page: 1 }],
    ['?min=-5&max=abc', { min: null, max: null }],
    ['?min=&max=', { min: null, max: null }],
    ['?min=Infinity', { min: null }],
    ['?min=500&max=100', { min: 100, max: 500 }],
    ['?min=1.005', { min: 1 }],
    ['?max=900000000000', { max: 10_000_000 }],
    ['?sort=relevance', { sort: 'featured' }],
    ['?sort=drop%20table', { sort: 'featured' }],
    ['?search=x&sort=newest', { sort: 'newest' }],
    ['?search=x', { sort: 'relevance' }],
    ['?search=%20%20two%20%20%20words%00%1F', { search: 'two words' }],
    ['?size=&size=%00&size=M&size=M', { size: ['M'] }],
    ['?category=not-an-id', { category: [] }],
    [`?category=${hoodies.toUpperCase()}&category=${hoodies}`, { category: [hoodies] }],
    ['?stock=yes&sale=true', { inStock: false, onSale: false }],
  ])('an address like %s is read as well as it can be', (address, expected) => {
    expect(read(address)).toMatchObject(expected);
  });

  it('a long search or choice is cut before an emoji, not inside it', () => {
    const query = read(`?search=${'a'.repeat(99)}😀&brand=${'b'.repeat(159)}😀`);
    expect([query.search, query.brand]).toEqual(['a'.repeat(99), ['b'.repeat(159)]]);
  });

  it('overlong values are cut to what a shopper could mean', () => {
    const sizes = Array.from({ length: 300 }, (_, n) => `size=${n}`).join('&');
    expect(read(`?${sizes}`).size).toHaveLength(20);
    expect(read(`?search=${'a'.repeat(5000)}`).search).toHaveLength(100);
  });

  it('filters fixed by the page are neither in its URL nor among the chips', () => {
    const query = parseListing(new URLSearchParams('?sale=1&size=M'), { category: [hoodies], onSale: true });
    const fixed = { category: [hoodies], onSale: true };
    expect(listingSearch(query, fixed)).toBe('?size=M');
    expect(appliedFilters(query, fixed).map(({ kind }) => kind)).toEqual(['size']);
    expect(withoutFilters(query, fixed)).toMatchObject({ category: [hoodies], onSale: true, size: [] });
  });

  it('each chip removes its own filter and leads to the first page', () => {
    const query = read('?search=tee&size=M&size=L&min=10&stock=in&sale=1&page=4');
    const chips = appliedFilters(query).map(({ kind, without }) => [kind, listingSearch(without)]);
    expect(chips).toEqual([
      ['search', '?size=M&size=L&min=10&stock=in&sale=1'],
      ['size', '?search=tee&size=L&min=10&stock=in&sale=1'],
      ['size', '?search=tee&size=M&min=10&stock=in&sale=1'],
      ['price', '?search=tee&size=M&size=L&stock=in&sale=1'],
      ['inStock', '?search=tee&size=M&size=L&min=10&sale=1'],
      ['onSale', '?search=tee&size=M&size=L&min=10&stock=in'],
    ]);
  });

  it('every page of a listing is its own canonical URL, without filters', () => {
    expect(canonicalPath('/deals', read('?page=3&sort=newest'))).toBe('/deals?page=3');
    expect(canonicalPath('/deals', read('?sort=newest'))).toBe('/deals');
  });

  it('every listing has one canonical query', () => {
    const value = fc.string({ maxLength: 30 });
    const params = fc.array(
      fc.tuple(
        fc.constantFrom(...listingParameters),
        fc.oneof(value, fc.constantFrom(...sorts, hoodies, 'in', '1'), fc.integer().map(String)),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(params, (pairs) => {
        const query = parseListing(new URLSearchParams(pairs));
        const address = listingSearch(query);
        expect(read(address)).toEqual(query);
        expect(listingSearch(read(address))).toBe(address);
        expect(choiceFilters.every((filter) => !query[filter].join().includes('\u0000'))).toBe(true);
      }),
    );
  });
});
