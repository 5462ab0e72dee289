import {
  type ChoiceFilterName,
  choiceFilters,
  defaultSort,
  type FixedFilters,
  type ListingQuery,
} from './listing-query.ts';

/** An applied filter, and the query without it. */
export type AppliedFilter = { without: ListingQuery } & (
  | { kind: ChoiceFilterName; value: string }
  | { kind: 'price'; min: number | null; max: number | null }
  | { kind: 'search'; value: string }
  | { kind: 'inStock' | 'onSale' | 'isNew' }
);

/** The applied filters in the order of the filter column, without those fixed by the page. */
export function appliedFilters(query: ListingQuery, fixed: FixedFilters = {}): AppliedFilter[] {
  const first = { ...query, page: 1 };
  const applied: AppliedFilter[] = [];
  if (query.search) {
    const sort = query.sort === 'relevance' ? defaultSort('') : query.sort;
    applied.push({ kind: 'search', value: query.search, without: { ...first, search: '', sort } });
  }
  for (const kind of choiceFilters) {
    if (kind in fixed) continue;
    for (const value of query[kind]) {
      const remaining = query[kind].filter((other) => other !== value);
      applied.push({ kind, value, without: { ...first, [kind]: remaining } });
    }
  }
  const { min, max } = query;
  if (min !== null || max !== null) {
    applied.push({ kind: 'price', min, max, without: { ...first, min: null, max: null } });
  }
  if (query.inStock) applied.push({ kind: 'inStock', without: { ...first, inStock: false } });
  if (query.onSale && !fixed.onSale) applied.push({ kind: 'onSale', without: { ...first, onSale: false } });
  if (query.isNew) applied.push({ kind: 'isNew', without: { ...first, isNew: false } });
  return applied;
}
