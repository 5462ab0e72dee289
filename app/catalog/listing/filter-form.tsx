import { type RefObject, useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { productFieldsTexts } from '#app/i18n/texts/product-fields.ts';
import { optionFields, usesField } from '#app/product/option-fields.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { ChoiceFilter, FilterOption } from './choice-filter.tsx';
import type { Facets } from './facets.ts';
import { FilterSection } from './filter-section.tsx';
import { type ChoiceFilterName, defaultSort, type FixedFilters } from './listing-query.ts';
import { PriceFilter } from './price-filter.tsx';
import type { Filters } from './use-filters.ts';

type FilterFormProps = { facets: Facets; filters: Filters; fixed: FixedFilters };

/** All filters with their counts. A GET form that JavaScript submits on every change. */
export function FilterForm({ facets, filters, fixed }: FilterFormProps) {
  const t = catalogTexts();
  const fieldName = productFieldsTexts();
  const { productsOptions } = useBrand();
  const { listing: layout } = useRootData();
  const { chosen, submit } = filters;
  const form = useRef<HTMLFormElement>(null);
  useCloseOnOutsideClick(form, layout.row);
  const offered: Exclude<ChoiceFilterName, 'attribute'>[] = [
    'category',
    ...optionFields.filter((field) => usesField(field, productsOptions)),
    'brand',
  ];
  return (
    <Form
      ref={form}
      aria-label={t('filters')}
      className={layout.filters}
      onChange={(event) => {
        const { target } = event;
        if (target instanceof HTMLInputElement && target.type === 'checkbox') submit(event.currentTarget);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      {chosen.search ? <input type="hidden" name="search" value={chosen.search} /> : null}
      {chosen.sort === defaultSort(chosen.search) ? null : (
        <input type="hidden" name="sort" value={chosen.sort} />
      )}
      {offered.map((filter) =>
        filter in fixed ? null : (
          <ChoiceFilter
            key={filter}
            title={fieldName(filter)}
            values={facets[filter]}
            chosen={chosen[filter]}
            filter={filter}
          />
        ),
      )}
      {facets.attributes.map(({ id, name, values }) => (
        <ChoiceFilter key={id} filter="attribute" title={name} values={values} chosen={chosen.attribute} />
      ))}
      <PriceFilter span={facets.price} chosen={chosen} />
      <Availability
        counts={{ stock: facets.inStock, sale: fixed.onSale ? undefined : facets.onSale, new: facets.isNew }}
        chosen={{ stock: chosen.inStock, sale: chosen.onSale, new: chosen.isNew }}
      />
      <div className="noscript:block hidden pt-4">
        <Button type="submit" className="w-full">
          {t('apply')}
        </Button>
      </div>
    </Form>
  );
}

/** Checkboxes by name, with their value and message key. */
const availability = [
  ['stock', 'in', 'inStock'],
  ['sale', '1', 'onSale'],
  ['new', '1', 'isNew'],
] as const;

type AvailabilityProps = {
  /** Number of products each would leave; undefined if it is not offered. */
  counts: Record<(typeof availability)[number][0], number | undefined>;
  chosen: Record<(typeof availability)[number][0], boolean>;
};

function Availability({ counts, chosen }: AvailabilityProps) {
  const t = catalogTexts();
  return (
    <FilterSection title={t('availability')} open>
      {availability.map(([name, value, label]) => {
        const count = counts[name];
        return count === undefined ? null : (
          <FilterOption
            key={name}
            label={t(label)}
            checked={chosen[name]}
            name={name}
            value={value}
            count={count}
          />
        );
      })}
    </FilterSection>
  );
}

/** Closes the filters of a row on a click outside or Escape. */
function useCloseOnOutsideClick(form: RefObject<HTMLFormElement | null>, row: boolean): void {
  useEffect(() => {
    if (!row) return;
    const opened = () => form.current?.querySelectorAll<HTMLDetailsElement>('details[name][open]') ?? [];
    const onPointer = ({ target }: PointerEvent) => {
      for (const filter of opened()) {
        if (target instanceof Node && !filter.contains(target)) filter.open = false;
      }
    };
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || !(target instanceof Node)) return;
      for (const filter of opened()) {
        if (!filter.contains(target)) continue;
        filter.open = false;
        filter.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [form, row]);
}
