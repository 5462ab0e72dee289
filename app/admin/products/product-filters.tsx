import type { ChangeEvent } from 'react';
import { Form, useSubmit } from 'react-router';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ListedCategory } from '../categories/categories-data.ts';
import { type ProductFilter, productSorts, stockFilters } from './list-filter.ts';

type ProductFiltersProps = { filter: ProductFilter; categories: ListedCategory[] };

/** What narrows and orders the list; everything goes into the address. */
export function ProductFilters({ filter, categories }: ProductFiltersProps) {
  const t = useWords(productsWords);
  const submit = useSubmit();
  const apply = (event: ChangeEvent<HTMLSelectElement>) => void submit(event.currentTarget.form);
  return (
    <Form
      role="search"
      className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr_auto]"
    >
      <TextField label={t('search')} type="search" name="search" defaultValue={filter.search} />
      <SelectField label={t('category')} name="category" defaultValue={filter.category} onChange={apply}>
        <option value="">{t('allCategories')}</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('stock')} name="stock" defaultValue={filter.stock} onChange={apply}>
        {stockFilters.map((stock) => (
          <option key={stock} value={stock}>
            {t(`stock_${stock}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('sort')} name="sort" defaultValue={filter.sort} onChange={apply}>
        {productSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort_${sort}`)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="outline">
        {t('find')}
      </Button>
    </Form>
  );
}
