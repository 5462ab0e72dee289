import { Form } from 'react-router';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { defaultSort, type FixedFilters, type ListingSort, listingSearch, sorts } from './listing-query.ts';
import type { Filters } from './use-filters.ts';

const labels = {
  relevance: 'sortRelevance',
  featured: 'sortFeatured',
  newest: 'sortNewest',
  'price-asc': 'sortPriceAsc',
  'price-desc': 'sortPriceDesc',
  discount: 'sortDiscount',
  name: 'sortName',
} as const satisfies Record<ListingSort, string>;

/** **Sort by**; submits on change with JavaScript, by its button without. */
export function SortSelect({ filters, fixed }: { filters: Filters; fixed: FixedFilters }) {
  const t = catalogTexts();
  const { chosen, show } = filters;
  const otherParameters = new URLSearchParams(
    listingSearch({ ...chosen, sort: defaultSort(chosen.search), page: 1 }, fixed),
  );
  return (
    <Form className="flex min-w-0 items-end gap-2 max-md:flex-[1_1_6.5rem]">
      {[...otherParameters].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        label={t('sortBy')}
        name="sort"
        value={chosen.sort}
        onChange={(event) => {
          const sort = sorts.find((option) => option === event.target.value);
          if (sort) show({ ...chosen, sort, page: 1 });
        }}
        className="flex-row! items-center gap-3! whitespace-nowrap max-md:min-w-0 max-md:flex-1 max-md:[&_label]:sr-only max-md:[&>div]:min-w-0 max-md:[&>div]:flex-1 max-md:[&_select]:text-ellipsis"
      >
        {sorts.map((sort) =>
          sort === 'relevance' && !chosen.search ? null : (
            <option key={sort} value={sort}>
              {t(labels[sort])}
            </option>
          ),
        )}
      </SelectField>
      <div className="noscript:block hidden">
        <Button type="submit" variant="outline">
          {t('apply')}
        </Button>
      </div>
    </Form>
  );
}
