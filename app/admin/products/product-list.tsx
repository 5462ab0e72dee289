import { useState } from 'react';
import { useNavigation } from 'react-router';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toast } from '#app/ui/toast.ts';
import type { ListedCategory } from '../categories/categories-data.ts';
import { BulkBar } from '../kit/list/bulk-bar.tsx';
import { ColumnMenu } from '../kit/list/column-menu.tsx';
import { ListPages } from '../kit/list/list-pages.tsx';
import { nothingSelected, remaining, type Selection } from '../kit/list/selection.ts';
import { refusalOf } from '../kit/refusal.ts';
import { BulkActions } from './bulk-actions.tsx';
import type { ProductChange } from './change-products.ts';
import { type ProductFilter, productColumns, usualColumns } from './list-filter.ts';
import { ProductFilters } from './product-filters.tsx';
import { ProductTable } from './product-table.tsx';
import {
  type ListedProduct,
  mostTogether,
  productsPerPage,
  readGone,
  readProductIds,
} from './read-products.ts';
import { useProductChange } from './use-product-change.ts';

type ProductListProps = {
  filter: ProductFilter;
  categories: ListedCategory[];
  products: ListedProduct[];
  count: number;
  /** Stock from which a product is nearly sold out. */
  low: number;
};

/** The products that the address asks for, to look through and to change together. */
export function ProductList({ filter, categories, products, count, low }: ProductListProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const reading = useNavigation().state === 'loading';
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const letGo = (gone: ReadonlySet<string>) => setSelection((now) => remaining(now, gone));
  const { busy, change } = useProductChange({
    // Which of them are gone is found out by the next attempt when it cannot be read now.
    onGone: () => readGone(selection.ids).then(letGo, () => {}),
  });
  const [collecting, setCollecting] = useState(false);
  const chosen = selection.ids.size;

  const selectAll = async () => {
    setCollecting(true);
    try {
      setSelection({ ids: new Set(await readProductIds(filter)), anchor: null });
    } catch (error) {
      toast({ title: t('changeFailed'), description: refusalOf(error), variant: 'destructive' });
    }
    setCollecting(false);
  };
  const deleteOne = async ({ id, name }: ListedProduct) => {
    const done = await change([id], { kind: 'delete' }, t('deleted', { name }));
    if (done) letGo(new Set([id]));
    return done;
  };
  const changeChosen = async (what: ProductChange) => {
    const title = t(what.kind === 'delete' ? 'deletedMany' : 'changedMany', { count: chosen });
    const done = await change([...selection.ids], what, title);
    if (done && what.kind === 'delete') setSelection(nothingSelected);
    return done;
  };
  const known = productColumns.map((column) => ({ column, label: t(`column_${column}`) }));

  return (
    <div className="grid gap-4">
      <ProductFilters search={filter.search} categories={categories} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-soft text-sm">
          {t('found', { count })}
        </p>
        <div className="hidden @3xl:block">
          <ColumnMenu known={known} usual={usualColumns} chosen={filter.columns} />
        </div>
      </div>
      {products.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <div
          aria-busy={reading}
          className={classes('grid gap-4 transition-opacity', reading && 'opacity-60')}
        >
          <ProductTable
            filter={filter}
            products={products}
            low={low}
            selection={selection}
            onSelect={setSelection}
            onDelete={deleteOne}
          />
          <ListPages page={filter.page} perPage={productsPerPage} shown={products.length} count={count} />
        </div>
      )}
      <BulkBar
        selected={chosen}
        found={Math.min(count, mostTogether)}
        busy={collecting}
        onSelectAll={() => void selectAll()}
        onClear={() => setSelection(nothingSelected)}
      >
        <BulkActions count={chosen} categories={categories} busy={busy} onChange={changeChosen} />
      </BulkBar>
    </div>
  );
}
