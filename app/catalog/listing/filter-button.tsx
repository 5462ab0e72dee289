import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import type { Facets } from './facets.ts';
import type { FixedFilters } from './listing-query.ts';
import type { Filters } from './use-filters.ts';

const FilterSheet = lazyWithRetry(() => import('./filter-sheet.tsx'), { Failed: DialogLoadFailed });

type FilterButtonProps = {
  /** Number of applied filters. */
  applied: number;
  facets: Facets;
  filters: Filters;
  fixed: FixedFilters;
};

/** Opens the filters on a phone. Holds the open state itself, so that a tap does not re-render the listing. */
export function FilterButton({ applied, facets, filters, fixed }: FilterButtonProps) {
  const t = catalogTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="noscript:hidden lg:hidden">
        <Button
          variant="outline"
          aria-haspopup="dialog"
          aria-label={applied > 0 ? t('filtersApplied', { count: applied }) : undefined}
          onClick={() => setOpen(true)}
        >
          <SlidersHorizontal className="size-4" />
          {t('filters')}
          {applied > 0 ? (
            <span className="-me-1 min-w-5 rounded-full bg-primary px-1 font-details text-on-primary text-xs leading-5">
              {applied}
            </span>
          ) : null}
        </Button>
      </div>
      {open ? (
        <FilterSheet onClose={() => setOpen(false)} facets={facets} filters={filters} fixed={fixed} />
      ) : null}
    </>
  );
}
