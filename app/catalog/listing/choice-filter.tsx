import { useEffect, useState } from 'react';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { useShownValue } from '#app/store/root-data.ts';
import type { FacetValue } from './attribute-facets.ts';
import { FilterSection } from './filter-section.tsx';
import type { ChoiceFilterName } from './listing-query.ts';

/** Number of values shown before the rest is collapsed. */
const initialCount = 8;

/** Filters that start expanded. */
const openAtFirst: ChoiceFilterName[] = ['category', 'size', 'color'];

/** A filter's checkbox with the number of products it would leave. */
export function FilterOption(props: {
  name: string;
  value: string;
  label: string;
  count: number;
  checked: boolean;
  /** CSS background of a color. */
  swatch?: string;
}) {
  const { name, value, label, count, checked, swatch } = props;
  // Updates the checkbox at once; the URL follows.
  const [on, setOn] = useState(checked);
  useEffect(() => {
    setOn(checked);
  }, [checked]);
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 hover:text-link lg:min-h-9">
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
        className="size-6 shrink-0"
      />
      {swatch ? (
        <span
          aria-hidden="true"
          style={{ background: swatch }}
          className="size-4.5 shrink-0 rounded-full border border-line-strong"
        />
      ) : null}
      <span className="min-w-0 flex-1 first-letter:uppercase">{label}</span>
      <span className="font-details text-ink-soft text-sm tabular-nums">{count}</span>
    </label>
  );
}

type ChoiceFilterProps = {
  filter: ChoiceFilterName;
  title: string;
  values: FacetValue[];
  chosen: string[];
};

/** A filter with several values; a chosen value stays listed even when it matches nothing. */
export function ChoiceFilter({ filter, title, values, chosen }: ChoiceFilterProps) {
  const t = catalogTexts();
  const shown = useShownValue();
  // Categories and attributes come with their names, chosen ones included.
  const namedByValue = filter === 'category' || filter === 'attribute' ? [] : chosen;
  const missing = namedByValue.filter((value) => !values.some((listed) => listed.value === value));
  const all: FacetValue[] = [...values, ...missing.map((value) => ({ value, label: value, count: 0 }))];
  const offered = all.filter(({ value, count }) => count > 0 || chosen.includes(value));
  const isChosen = offered.some(({ value }) => chosen.includes(value));
  // A single value filters nothing, except an attribute that only some products have.
  if (offered.length < (filter === 'attribute' ? 1 : 2) && !isChosen) return null;
  const option = ({ value, label, count, swatch }: FacetValue) => (
    <FilterOption
      key={value}
      name={filter}
      value={value}
      label={shown(label)}
      count={count}
      checked={chosen.includes(value)}
      swatch={swatch}
    />
  );
  const hidden = offered.slice(initialCount);
  return (
    <FilterSection title={title} open={openAtFirst.includes(filter) || isChosen}>
      {offered.slice(0, initialCount).map(option)}
      {hidden.length > 0 ? (
        <details open={hidden.some(({ value }) => chosen.includes(value))} className="group/more">
          <summary className="min-h-11 list-none content-center text-link text-sm underline underline-offset-4 group-open/more:hidden lg:min-h-9 [&::-webkit-details-marker]:hidden">
            {t('showAll', { count: offered.length })}
          </summary>
          {hidden.map(option)}
        </details>
      ) : null}
    </FilterSection>
  );
}
