import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { useRootData } from '#app/store/root-data.ts';
import { buttonClasses, LinkButton } from '#app/ui/button.tsx';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { appliedFilters } from './applied-filters.ts';
import type { Facets } from './facets.ts';
import { FilterChips } from './filter-chips.tsx';
import type { FixedFilters, ListingQuery } from './listing-query.ts';

type NothingFoundProps = { query: ListingQuery; facets: Facets; fixed: FixedFilters; onRemoved: () => void };

/** Empty state of a listing: the applied filters, and links to other places. */
export function NothingFound({ query, facets, fixed, onRemoved }: NothingFoundProps) {
  const t = catalogTexts();
  const { categories } = useRootData();
  const { copy } = useBrand().design;
  const filtered = appliedFilters(query, fixed).some(({ kind }) => kind !== 'search');
  const noDeals = fixed.onSale && !filtered && !query.search;
  const nothing = noDeals ? t('noDealsText') : t('emptyShelf');
  const unfound = query.search ? t('emptySearch', { term: query.search }) : nothing;
  const isWhole = !filtered && !query.search && Object.values(fixed).every((value) => !value);
  const text = filtered ? t('emptyFilters') : unfound;
  return (
    <BrandEmptyState
      title={noDeals ? t('noDeals') : copy.nothingFoundTitle}
      // The whole shop is empty: there is nothing else to see.
      action={isWhole ? null : <LinkButton to={href('/shop')}>{t('seeAll')}</LinkButton>}
    >
      <p>{text}</p>
      {filtered ? (
        <div className="flex pt-4">
          <FilterChips query={query} facets={facets} fixed={fixed} onRemoved={onRemoved} />
        </div>
      ) : null}
      {categories.length > 0 ? (
        <>
          <p className="pt-6 pb-2">{t('tryInstead')}</p>
          <ul className="flex flex-wrap gap-2 in-[.text-center]:justify-center">
            {categories.slice(0, 6).map(({ id, slug, name }) => (
              <li key={id}>
                <Link to={href('/category/:id', { id: slug })} className={buttonClasses('outline', 'small')}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </BrandEmptyState>
  );
}
