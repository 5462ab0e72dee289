import { describe, expect, it } from 'vitest';
import { productCondition, productFilter, productSortColumns, productSorts } from './list-filter.ts';

describe('the product filter of a URL', () => {
  it('has search, category, stock, visibility, sort and page', () => {
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

  it('ignores invalid values', () => {
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

const nothing = { search: '', category: '', stock: 'all', show: 'all' } as const;

it('combines all filters into one condition, which is empty without any', () => {
  expect(productCondition(nothing, { duoworks: 5 })).toBe('');
  expect(
    productCondition({ search: 'a,b"', category: 'none', stock: 'low', show: 'hidden' }, { duoworks: 3 }),
  ).toBe('and(search_text.like."%a,b\\"%",category_id.is.null,stock.gt.0,stock.lte.3,is_active.is.false)');
});

it('stock is low by the threshold of each product’s own store', () => {
  expect(productCondition({ ...nothing, stock: 'low' }, { duoworks: 3, inkthread: 5 })).toBe(
    'and(stock.gt.0,or(and(tenant_id.eq.duoworks,stock.lte.3),and(tenant_id.eq.inkthread,stock.lte.5)))',
  );
});

it('products are sorted by their names in the office’s language', () => {
  expect(productSortColumns('en')).toEqual(productSorts);
  expect(productSortColumns('ar')).toMatchObject({
    name: 'translations->ar->>name',
    category: 'categories(translations->ar->>name)',
    price: 'price',
  });
});
