import { Copy, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { href, useSearchParams } from 'react-router';
import { isAllStores, mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { addressList } from '#app/product/parse-values.ts';
import { Badge } from '#app/ui/badge.tsx';
import { columnsOf } from '../../ui/list/features.ts';
import { RowActions } from '../../ui/list/row-actions.tsx';
import { RowPicture } from '../../ui/list/table-parts.tsx';
import { fromList } from '../../ui/list/url-state.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { useStoreColumn } from '../../ui/use-store-column.tsx';
import { changeCapability } from '../data/change-products.ts';
import type { ListedProduct, LowStock } from '../data/read-admin-products.ts';
import { OptionsCell, PriceCell, productPage, StockCell } from './product-cells.tsx';

/** Deletes a product; returns whether it succeeded. */
type DeleteProduct = (product: ListedProduct) => Promise<boolean>;

const column = columnsOf<ListedProduct>();

/** Returns the columns of the product list; `low` has the low stock thresholds. */
export function useProductColumns(low: LowStock, onDelete: DeleteProduct) {
  const t = adminProductsTexts();
  const { colors, sizes, types } = useBrand().productsOptions;
  const usesOptions = colors || sizes || types;
  const storeColumn = useStoreColumn<ListedProduct>();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'picture',
          header: t('picture'),
          meta: { className: 'w-0', unseenHead: true },
          cell: ({ row: { original: product } }) => <RowPicture src={addressList(product.images)[0] ?? ''} />,
        }),
        column.accessor('name', {
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'min-w-32 max-w-md' },
          cell: ({ row: { original: product } }) => <ProductLink product={product} />,
        }),
        ...storeColumn,
        column.accessor((product) => product.categories?.name ?? '', {
          id: 'category',
          header: t('column_category'),
          meta: { from: '3xl', hiddenWhenFolded: true },
          cell: ({ getValue }) => getValue() || <span className="text-ink-soft">{t('noCategory')}</span>,
        }),
        column.accessor('price', {
          header: t('column_price'),
          meta: { from: '3xl', align: 'end' },
          cell: ({ row: { original: product } }) => <PriceCell product={product} />,
        }),
        column.accessor('stock', {
          header: t('column_stock'),
          meta: { from: '3xl', align: 'end', named: true },
          cell: ({ row: { original: product } }) => <StockCell product={product} low={low} />,
        }),
        column.display({
          id: 'options',
          header: t('column_options'),
          meta: { from: '4xl', hiddenWhenFolded: true, hiddenByDefault: !usesOptions, className: 'w-0' },
          cell: ({ row: { original: product } }) => <OptionsCell product={product} />,
        }),
        column.display({
          id: 'state',
          header: t('column_state'),
          meta: { from: '3xl' },
          cell: ({ row: { original: product } }) => (
            <span data-one-line className="inline-flex flex-wrap gap-1 empty:hidden">
              {product.is_active ? null : <Badge>{t('hidden')}</Badge>}
              {product.featured ? <Badge tone="brand">{t('featured')}</Badge> : null}
              {product.is_new ? <Badge tone="tint">{t('new')}</Badge> : null}
            </span>
          ),
        }),
        column.accessor('brand', {
          header: t('column_brand'),
          meta: { from: '3xl', hiddenByDefault: true },
        }),
        column.accessor('created_at', {
          id: 'created',
          header: t('column_created'),
          meta: { from: '3xl', hiddenByDefault: true, named: true, className: 'whitespace-nowrap' },
          cell: ({ getValue }) => formatDate(getValue()),
        }),
        column.accessor('updated_at', {
          id: 'updated',
          header: t('column_updated'),
          meta: { from: '3xl', hiddenByDefault: true, named: true, className: 'whitespace-nowrap' },
          cell: ({ getValue }) => formatDate(getValue()),
        }),
        column.display({
          id: 'actions',
          header: t('actions'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: product } }) => <ProductActions product={product} onDelete={onDelete} />,
        }),
      ]),
    [t, low, onDelete, usesOptions, storeColumn],
  );
}

function ProductLink({ product }: { product: ListedProduct }) {
  const [query] = useSearchParams();
  return (
    <RowLink
      {...productPage(product, query)}
      className="wrap-anywhere line-clamp-2 font-medium text-link underline"
    >
      {product.name}
    </RowLink>
  );
}

type ProductActionsProps = { product: ListedProduct; onDelete: DeleteProduct };

function ProductActions({ product, onDelete }: ProductActionsProps) {
  const t = adminProductsTexts();
  const [query] = useSearchParams();
  const { user } = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, name } = product;
  const remove = async () => {
    setIsDeleting(true);
    if (!(await onDelete(product))) setIsDeleting(false);
  };
  return (
    <RowActions
      actions={[
        ...(isAllStores() || !mayIn(user, product.tenant_id, pageCapabilities['/admin/products/new'])
          ? []
          : [
              {
                icon: Copy,
                label: t('copyOne', { name }),
                className: '@max-3xl:hidden',
                to: `${href('/admin/products/new')}?from=${id}`,
                state: fromList(query),
              },
            ]),
        ...(mayIn(user, product.tenant_id, changeCapability({ kind: 'delete' }))
          ? [{ icon: Trash2, label: t('deleteOne', { name }), run: () => void remove(), busy: isDeleting }]
          : []),
      ]}
    />
  );
}
