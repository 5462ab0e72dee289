import { href } from 'react-router';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { ListSearch } from '../../ui/list/list-search.tsx';
import type { SavedView } from '../../ui/list/saved-views.ts';
import { useRowSelection } from '../../ui/list/use-row-selection.ts';
import { useRequest } from '../../ui/use-change.ts';
import { useStable } from '../../ui/use-stable.ts';
import type { ProductChange } from '../data/change-products.ts';
import {
  findMissingIds,
  type ListedProduct,
  mostTogether,
  productsPerPage,
  readProductIds,
} from '../data/read-admin-products.ts';
import { useProductChange } from '../data/use-product-change.ts';
import { readForFile } from '../files/import-data.ts';
import { writeFile } from '../files/write-file.ts';
import {
  defaultProductSort,
  type ProductFilter,
  productCondition,
  showFilters,
  stockFilters,
} from '../model/list-filter.ts';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import { BulkActions } from './bulk-actions.tsx';
import { useProductColumns } from './product-list-columns.tsx';

type ProductListProps = {
  filter: ProductFilter;
  categories: ListedCategory[];
  views: SavedView[];
  products: ListedProduct[];
  count: number;
  low: number;
};

const rowId = ({ id }: ListedProduct) => id;

/** List of products with filters and bulk changes. */
export function ProductList({ filter, categories, views, products, count, low }: ProductListProps) {
  const t = adminProductsTexts();
  const seesCosts = useSeesCosts();
  const [selection, setSelection] = useRowSelection('products');
  const deselect = (removedIds: ReadonlySet<string>) =>
    setSelection((current) =>
      Object.fromEntries(Object.entries(current).filter(([id]) => !removedIds.has(id))),
    );
  const selectedIds = Object.keys(selection);
  const { busy, change } = useProductChange({
    // When this fails, the next attempt finds out which products are gone.
    onGone: () => findMissingIds(new Set(selectedIds)).then(deselect, () => {}),
  });
  const { busy: isSelectingAll, request } = useRequest();

  const selectAll = () =>
    request({
      run: () => readProductIds(filter),
      onDone: (ids) => setSelection(Object.fromEntries(ids.map((id) => [id, true]))),
      failed: t('changeFailed'),
    });
  const deleteOne = async ({ id, name }: ListedProduct) => {
    const done = await change([id], { kind: 'delete' }, t('deleted', { name }));
    if (done) deselect(new Set([id]));
    return done;
  };
  const changeSelected = async (what: ProductChange) => {
    const title = t(what.kind === 'delete' ? 'deletedMany' : 'changedMany', { count: selectedIds.length });
    const done = await change(selectedIds, what, title);
    if (done && what.kind === 'delete') setSelection({});
    return done;
  };

  return (
    <DataTable
      list={{
        name: 'products',
        title: t('title'),
        columns: useProductColumns(low, useStable(deleteOne)),
        rowId,
        nameOf: ({ name }) => name,
        sort: defaultProductSort,
      }}
      rows={products}
      paging={{ page: filter.page, perPage: productsPerPage, count, text: t('found', { count }) }}
      filters={<ProductFilters search={filter.search} categories={categories} />}
      action={
        <LinkButton to={href('/admin/products/new')} size="small">
          {t('newTitle')}
        </LinkButton>
      }
      views={views}
      empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
      selection={[selection, setSelection]}
      bulk={({ ids, clear }) => (
        <BulkBar
          selected={ids.length}
          total={Math.min(count, mostTogether)}
          busy={isSelectingAll}
          onSelectAll={() => void selectAll()}
          onClear={clear}
        >
          <BulkActions count={ids.length} categories={categories} busy={busy} onChange={changeSelected} />
        </BulkBar>
      )}
      exports={{ file: async () => writeFile(await readForFile(seesCosts, productCondition(filter, low))) }}
    />
  );
}

function ProductFilters({ search, categories }: { search: string; categories: ListedCategory[] }) {
  const t = adminProductsTexts();
  const choices = [
    {
      name: 'category',
      label: t('category'),
      options: [
        { value: '', label: t('allCategories') },
        ...categories.map((category) => ({ value: category.id, label: translatedRow(category).name })),
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
  ];
  return <ListSearch label={t('search')} search={search} choices={choices} />;
}
