import { expect, it } from 'vitest';
import { productCondition } from './product-condition.ts';

const nothing = { search: '', category: '', stock: 'all', show: 'all' } as const;

it('asks for all that a filter says at once, and for nothing when it says nothing', () => {
  expect(productCondition(nothing, 5)).toBe('');
  expect(productCondition({ search: 'a,b"', category: 'none', stock: 'low', show: 'hidden' }, 3)).toBe(
    'and(or(name.ilike."%a,b\\"%",brand.ilike."%a,b\\"%"),category_id.is.null,stock.gt.0,stock.lte.3,is_active.is.false)',
  );
});
