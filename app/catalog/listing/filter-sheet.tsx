import { catalogWords } from '#app/messages/en/catalog.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { Facets } from './facets.ts';
import { FilterForm } from './filter-form.tsx';
import type { FixedFilters } from './listing-query.ts';
import type { Filters } from './use-filters.ts';

type FilterSheetProps = {
  onClose: () => void;
  facets: Facets;
  filters: Filters;
  fixed: FixedFilters;
};

/** The filters on a phone; the products behind follow each change. */
export default function FilterSheet({ onClose, facets, filters, fixed }: FilterSheetProps) {
  const t = useWords(catalogWords);
  return (
    <Sheet
      open
      onClose={onClose}
      side="start"
      title={t('filters')}
      footer={
        <Button className="w-full" onClick={onClose} busy={filters.pending}>
          {t('showResults', { count: facets.total })}
        </Button>
      }
    >
      <FilterForm facets={facets} filters={filters} fixed={fixed} />
    </Sheet>
  );
}
