import { useBrand } from '#app/brands/use-brand.ts';
import { currencyName } from '#app/i18n/format.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Facets } from './facets.ts';
import { FilterSection } from './filter-section.tsx';
import type { ListingQuery } from './listing-query.ts';

type PriceFilterProps = { span: Facets['price']; chosen: Pick<ListingQuery, 'min' | 'max'> };

/** Price range in pounds; the placeholders show the available range. */
export function PriceFilter({ span, chosen }: PriceFilterProps) {
  const t = catalogTexts();
  const { currency } = useBrand();
  const { min, max } = chosen;
  if (!span && min === null && max === null) return null;
  const field = (name: 'min' | 'max', value: number | null, bound: number | undefined) => (
    <TextField
      key={`${name} ${value}`}
      inputMode="decimal"
      autoComplete="off"
      name={name}
      label={t(name === 'min' ? 'priceFrom' : 'priceTo', { currency: currencyName(currency) })}
      defaultValue={value ?? ''}
      placeholder={bound === undefined ? undefined : String(bound)}
    />
  );
  return (
    <FilterSection title={t('price')} open>
      <div className="grid grid-cols-2 gap-3">
        {field('min', min, span ? Math.floor(span.lowest) : undefined)}
        {field('max', max, span ? Math.ceil(span.highest) : undefined)}
        <div className="noscript:hidden col-span-2">
          <Button type="submit" variant="outline" size="small" className="w-full">
            {t('apply')}
          </Button>
        </div>
      </div>
    </FilterSection>
  );
}
