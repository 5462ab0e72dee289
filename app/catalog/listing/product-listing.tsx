import { useId, useRef } from 'react';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { useLivePage } from '#app/product/use-live-page.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { ProductGrid } from '../card/product-grid.tsx';
import { MadeFor } from '../made-for.tsx';
import { appliedFilters } from './applied-filters.ts';
import { FilterButton } from './filter-button.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { type FixedFilters, listingSearch } from './listing-query.ts';
import { NothingFound } from './nothing-found.tsx';
import type { Listing } from './read-listing.ts';
import { SortSelect } from './sort-select.tsx';
import { useFilters } from './use-filters.ts';

/** Number of cards in the first view. */
const firstView = 4;

type ProductListingProps = { listing: Listing; fixed?: FixedFilters };

/** Body of shop, category and deals: filters, chips, sort, products and pagination. */
export function ProductListing({ listing, fixed = {} }: ProductListingProps) {
  const { query, products, facets, pages } = listing;
  useLivePage({ products, isListing: true, kinds: ['category', 'discount'] });
  const t = catalogTexts();
  const { listing: layout } = useRootData();
  const filters = useFilters(query, fixed);
  const applied = appliedFilters(query, fixed);
  const set = applied.filter(({ kind }) => kind !== 'search').length;
  // A search without results has nothing to filter or sort.
  const bare = facets.total === 0 && set === 0;
  const heading = useId();
  const results = useId();
  const count = useRef<HTMLParagraphElement>(null);
  const onRemoved = () => count.current?.focus();

  return (
    <div className={layout.body}>
      {products.length > 0 ? <SkipLink target={results}>{t('skipToResults')}</SkipLink> : null}
      {bare ? null : (
        <aside className={layout.aside}>
          <h2 className="sr-only">{t('filters')}</h2>
          <FilterForm facets={facets} filters={filters} fixed={fixed} />
        </aside>
      )}
      <div className={classes('flex min-w-0 flex-col gap-6', layout.main, bare && 'col-span-full')}>
        <MadeFor
          selected={filters.chosen.type}
          onChoose={(value) => filters.show({ ...filters.chosen, type: value ? [value] : [], page: 1 })}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          {bare ? null : <FilterButton applied={set} facets={facets} filters={filters} fixed={fixed} />}
          <p
            ref={count}
            tabIndex={-1}
            role="status"
            className={bare ? 'sr-only' : 'text-ink-soft max-lg:order-last max-lg:w-full'}
          >
            {t('count', { count: facets.total })}
          </p>
          {bare ? null : <SortSelect filters={filters} fixed={fixed} />}
        </div>
        {facets.corrected ? (
          <p className="text-lg">{t('corrected', { term: query.search, corrected: facets.corrected })}</p>
        ) : null}
        {facets.anyWord && products.length > 0 ? <p className="text-lg">{t('anyWord')}</p> : null}
        {products.length > 0 ? (
          <FilterChips query={query} facets={facets} fixed={fixed} onRemoved={onRemoved} />
        ) : (
          <NothingFound query={query} facets={facets} fixed={fixed} onRemoved={onRemoved} />
        )}
        {products.length > 0 ? (
          <section
            id={results}
            tabIndex={-1}
            aria-labelledby={heading}
            aria-busy={filters.pending || undefined}
            className="outline-none transition-opacity aria-busy:opacity-50"
          >
            <h2 id={heading} className="sr-only">
              {t('products')}
            </h2>
            <ProductGrid
              products={products}
              eager={firstView}
              morph
              className={layout.grid}
              sizes={layout.sizes}
            />
          </section>
        ) : null}
        <Pagination
          page={query.page}
          pages={pages}
          linkTo={(page) => listingSearch({ ...query, page }, fixed) || '?'}
        />
      </div>
    </div>
  );
}
