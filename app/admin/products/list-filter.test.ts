import { describe, expect, it } from 'vitest';
import { productFilter } from './list-filter.ts';

describe('M91 the products that an address asks for', () => {
  it('reads search, category, stock, sort and page', () => {
    const category = '6a1f0f9e-0000-4000-8000-000000000001';
    const query = new URLSearchParams({ search: ' hood ', category, stock: 'low', sort: 'stock', page: '2' });
    expect(productFilter(query)).toEqual({ search: 'hood', category, stock: 'low', sort: 'stock', page: 2 });
  });

  it('takes what makes no sense as not said', () => {
    const query = new URLSearchParams({ category: 'x,y', stock: 'some', sort: 'id;--', page: 'last' });
    expect(productFilter(query)).toEqual({ search: '', category: '', stock: 'all', sort: 'newest', page: 1 });
  });
});
