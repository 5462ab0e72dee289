import { type ChangeEvent, useEffect, useRef } from 'react';
import { Form, useNavigate, useSearchParams } from 'react-router';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ListedCategory } from '../categories/categories-data.ts';
import { useSearchKey } from '../table/use-search-key.ts';
import { changedQuery } from '../url-state.ts';
import { type ProductFilter, productSorts, showFilters, stockFilters } from './list-filter.ts';

type ProductFiltersProps = { filter: ProductFilter; categories: ListedCategory[] };

/** Values that an address need not say. */
const plain: Record<string, string> = { stock: stockFilters[0], show: showFilters[0], sort: productSorts[0] };

/** How long typing rests before the list follows, in ms. */
const pause = 250;

/** What narrows and orders the list; everything goes into the address, as it is typed and chosen. */
export function ProductFilters({ filter, categories }: ProductFiltersProps) {
  const t = useWords(productsWords);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useSearchKey(filter.search);
  useEffect(() => () => clearTimeout(typing.current), []);
  const send = (form: HTMLFormElement | null) => {
    clearTimeout(typing.current);
    if (!form) return;
    const entries = [...new FormData(form)].map(([name, value]) => [
      name,
      plain[name] === value ? '' : String(value),
    ]);
    void navigate(changedQuery(query, Object.fromEntries(entries)), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const choose = (event: ChangeEvent<HTMLSelectElement>) => send(event.currentTarget.form);
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { form } = event.currentTarget;
    clearTimeout(typing.current);
    typing.current = setTimeout(() => send(form), pause);
  };
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
      className="grid grid-cols-2 items-end gap-3 xl:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr_1fr]"
    >
      <TextField
        ref={search}
        className="max-xl:col-span-2"
        label={t('search')}
        type="search"
        name="search"
        defaultValue={filter.search}
        aria-keyshortcuts="/"
        onChange={type}
      />
      <SelectField label={t('category')} name="category" value={filter.category} onChange={choose}>
        <option value="">{t('allCategories')}</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="none">{t('noCategory')}</option>
      </SelectField>
      <SelectField label={t('stock')} name="stock" value={filter.stock} onChange={choose}>
        {stockFilters.map((stock) => (
          <option key={stock} value={stock}>
            {t(`stock_${stock}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('showing')} name="show" value={filter.show} onChange={choose}>
        {showFilters.map((show) => (
          <option key={show} value={show}>
            {t(`show_${show}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('sort')} name="sort" value={filter.sort} onChange={choose}>
        {productSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort_${sort}`)}
          </option>
        ))}
      </SelectField>
    </Form>
  );
}
