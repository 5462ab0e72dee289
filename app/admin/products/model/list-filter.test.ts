import { describe, expect, it } from 'vitest';
import { productFilter } from './list-filter.ts';

describe('the products that an address asks for', () => {
  it('reads search, category, stock, what to show, sort and page', () => {
    const category = '6a1f0f9e-0000-4000-8000-000000000001';
    const query = new URLSearchParams({
      search: ' hood ',
      category,
      stock: 'low',
      show: 'hidden',
      page: '2',
    });
    query.set('sort', '-stock');
    expect(productFilter(query)).toEqual({
      search: 'hood',
      category,
      stock: 'low',
      show: 'hidden',
      sort: '-stock',
      page: 2,
    });
  });

  it('takes what makes no sense as not said', () => {
    const query = new URLSearchParams({
      category: 'x,y',
      stock: 'some',
      show: '1',
      sort: 'id;--',
      page: 'last',
    });
    expect(productFilter(query)).toEqual(productFilter(new URLSearchParams()));
    expect(productFilter(query)).toMatchObject({ category: '', sort: '-created', page: 1 });
  });
});
