import { SlidersHorizontal } from 'lucide';
import { useState } from 'react';
import { catalogWords } from '#app/messages/en/catalog.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { latePart, OpenedPart } from '#app/ui/part.tsx';
import type { Facets } from './facets.ts';
import type { FixedFilters } from './listing-query.ts';
import type { Filters } from './use-filters.ts';

const filterSheet = latePart(() => import('./filter-sheet.tsx'));

type FilterButtonProps = {
  /** How many filters are set. */
  applied: number;
  facets: Facets;
  filters: Filters;
  fixed: FixedFilters;
};

/** Opens the filters on a phone. Whether they are open is known here alone: a tap must not draw the whole listing anew. */
export function FilterButton({ applied, facets, filters, fixed }: FilterButtonProps) {
  const t = useWords(catalogWords);
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
          <Icon of={SlidersHorizontal} className="size-4" />
          {t('filters')}
          {applied > 0 ? (
            <span className="-me-1 min-w-5 rounded-full bg-primary px-1 font-details text-on-primary text-xs leading-5">
              {applied}
            </span>
          ) : null}
        </Button>
      </div>
      {open ? (
        <OpenedPart part={filterSheet} props={{ onClose: () => setOpen(false), facets, filters, fixed }} />
      ) : null}
    </>
  );
}
