import { href } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { InStoreButton } from '../../ui/in-store-button.tsx';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { ListSearch } from '../../ui/list/list-search.tsx';
import type { SavedView } from '../../ui/list/saved-views.ts';
import { useRowSelection } from '../../ui/list/use-row-selection.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { useRequest } from '../../ui/use-change.ts';
import { useSame, useStable } from '../../ui/use-stable.ts';
import type { ProductChange } from '../data/change-products.ts';
import {
  findMissingIds,
  type ListedProduct,
  type LowStock,
  mostTogether,
  productsPerPage,
  readAllAdminProducts,
  readProductIds,
  readStoresOfProducts,
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
  /** Ids of the stores whose products are listed. */
  stores: readonly string[];
  filter: ProductFilter;
  categories: ListedCategory[];
  views: SavedView[];
  products: ListedProduct[];
  count: number;
  low: LowStock;
};

const rowId = ({ id }: ListedProduct) => id;

/** List of products with filters and bulk changes. */
export function ProductList({ stores, filter, categories, views, products, count, low }: ProductListProps) {
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
    onGone: () => findMissingIds(stores, selectedIds).then(deselect, () => {}),
  });
  const { busy: isSelectingAll, request } = useRequest();

  const selectAll = () =>
    request({
      run: () => readProductIds(stores, filter),
      onDone: (ids) => setSelection(Object.fromEntries(ids.map((id) => [id, true]))),
      failed: t('changeFailed'),
    });
  const deleteOne = async (product: ListedProduct) => {
    const done = await change([product], { kind: 'delete' }, () => t('deleted', { name: product.name }));
    if (done) deselect(new Set([product.id]));
    return done;
  };
  const changeSelected = async (what: ProductChange) => {
    const title = (count: number) => t(what.kind === 'delete' ? 'deletedMany' : 'changedMany', { count });
    const [tenantId = ''] = stores;
    let selected = selectedIds.map((id) => ({ id, tenant_id: tenantId }));
    if (stores.length > 1) {
      const found = await request({
        run: () => readStoresOfProducts(stores, selectedIds),
        onDone: (rows) => {
          selected = rows;
        },
        failed: t('changeFailed'),
      });
      if (!found) return false;
    }
    const done = await change(selected, what, title);
    if (done && what.kind === 'delete') setSelection({});
    return done;
  };

  return (
    <DataTable
      list={{
        name: 'products',
        title: t('title'),
        columns: useProductColumns(useSame(low), useStable(deleteOne)),
        rowId,
        nameOf: ({ name }) => name,
        sort: defaultProductSort,
      }}
      rows={products}
      paging={{ page: filter.page, perPage: productsPerPage, count, text: t('found', { count }) }}
      filters={<ProductFilters search={filter.search} categories={stores.length > 1 ? null : categories} />}
      action={
        <InStoreButton to={href('/admin/products/new')} capability={pageCapabilities['/admin/products/new']}>
          {t('newTitle')}
        </InStoreButton>
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
          <BulkActions
            count={ids.length}
            categories={stores.length > 1 ? null : categories}
            busy={busy}
            onChange={changeSelected}
          />
        </BulkBar>
      )}
      exports={
        isAllStores()
          ? { readAll: () => readAllAdminProducts(stores, filter, low) }
          : { file: async () => writeFile(await readForFile(seesCosts, productCondition(filter, low))) }
      }
    />
  );
}

function ProductFilters({ search, categories }: { search: string; categories: ListedCategory[] | null }) {
  const t = adminProductsTexts();
  const choices = [
    ...(categories
      ? [
          {
            name: 'category',
            label: t('category'),
            options: [
              { value: '', label: t('allCategories') },
              ...categories.map((category) => ({ value: category.id, label: translatedRow(category).name })),
              { value: 'none', label: t('noCategory') },
            ],
          },
        ]
      : []),
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
