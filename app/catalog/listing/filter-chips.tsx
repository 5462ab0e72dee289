import { X } from 'lucide-react';
import { Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { productFieldsTexts } from '#app/i18n/texts/product-fields.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useShownValue } from '#app/store/root-data.ts';
import { type AppliedFilter, appliedFilters } from './applied-filters.ts';
import type { Facets } from './facets.ts';
import { type FixedFilters, type ListingQuery, listingSearch, withoutFilters } from './listing-query.ts';

type FilterChipsProps = {
  query: ListingQuery;
  facets: Facets;
  fixed: FixedFilters;
  /** Called after a filter is removed, to restore focus. */
  onRemoved: () => void;
};

function useChipText(facets: Facets) {
  const t = catalogTexts();
  const fieldName = productFieldsTexts();
  const { currency } = useBrand();
  const shown = useShownValue();
  const money = (pounds: number) => formatPounds(pounds, currency);
  return (chip: AppliedFilter): string => {
    switch (chip.kind) {
      case 'search':
        return t('searchFor', { term: chip.value });
      case 'price':
        if (chip.max === null) return t('priceAbove', { min: money(chip.min ?? 0) });
        if (chip.min === null) return t('priceBelow', { max: money(chip.max) });
        return t('priceBetween', { min: money(chip.min), max: money(chip.max) });
      case 'inStock':
      case 'onSale':
      case 'isNew':
        return t(chip.kind);
      case 'category':
        return shown(
          facets.category.find(({ value }) => value === chip.value)?.label ?? fieldName('category'),
        );
      case 'attribute':
        for (const { name, values } of facets.attributes) {
          const facetValue = values.find(({ value }) => value === chip.value);
          if (facetValue) return facetValue.label === name ? name : `${name}: ${facetValue.label}`;
        }
        return chip.value.slice(chip.value.indexOf(':') + 1);
      default:
        return shown(chip.value);
    }
  };
}

/** The applied filters, each a link that removes it. */
export function FilterChips({ query, facets, fixed, onRemoved }: FilterChipsProps) {
  const t = catalogTexts();
  const textOf = useChipText(facets);
  const chips = appliedFilters(query, fixed);
  if (chips.length === 0) return null;
  const addressOf = (target: ListingQuery) => ({ search: listingSearch(target, fixed) });
  return (
    <ul aria-label={t('appliedFilters')} className="flex flex-wrap items-center gap-2">
      {chips.map((chip) => {
        const name = textOf(chip);
        return (
          <li key={`${chip.kind} ${name}`}>
            <Link
              to={addressOf(chip.without)}
              preventScrollReset
              aria-label={t('removeFilter', { name })}
              onClick={onRemoved}
              className="inline-flex min-h-11 items-center gap-2 rounded-control bg-tint ps-3.5 pe-2.5 text-on-tint text-sm hover:underline md:min-h-9"
            >
              {name}
              <X className="size-4" />
            </Link>
          </li>
        );
      })}
      {chips.length > 1 ? (
        <li>
          <Link
            to={addressOf(withoutFilters(query, fixed))}
            onClick={onRemoved}
            preventScrollReset
            className="inline-flex min-h-11 items-center px-1 text-link text-sm underline underline-offset-4 md:min-h-9"
          >
            {t('clearFilters')}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
