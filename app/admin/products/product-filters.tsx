import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { ListedCategory } from '../categories/categories-data.ts';
import { ListSearch } from '../kit/list/list-search.tsx';
import { productSorts, showFilters, stockFilters } from './list-filter.ts';

type ProductFiltersProps = { search: string; categories: ListedCategory[] };

/** What narrows and orders the list of products. */
export function ProductFilters({ search, categories }: ProductFiltersProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const choices = [
    {
      name: 'category',
      label: t('category'),
      options: [
        { value: '', label: t('allCategories') },
        ...categories.map(({ id, name }) => ({ value: id, label: name })),
        { value: 'none', label: t('noCategory') },
      ],
    },
    {
      name: 'stock',
      label: t('stock'),
      options: stockFilters.map((value) => ({ value, label: t(`stock_${value}`) })),
    },
    {
      name: 'show',
      label: t('showing'),
      options: showFilters.map((value) => ({ value, label: t(`show_${value}`) })),
    },
    {
      name: 'sort',
      label: t('sort'),
      options: productSorts.map((value) => ({ value, label: t(`sort_${value}`) })),
    },
  ];
  return <ListSearch label={t('search')} search={search} choices={choices} />;
}
