import { catalogTexts } from '#app/i18n/texts/catalog.ts';
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

/** The filters as a sheet on phones; each change updates the products behind it. */
export default function FilterSheet({ onClose, facets, filters, fixed }: FilterSheetProps) {
  const t = catalogTexts();
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
