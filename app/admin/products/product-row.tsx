import { Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatMoney } from '#app/i18n/format.ts';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { addressList } from '#app/product/legacy-values.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Cell } from '#app/ui/table.tsx';
import { fromList } from '../kit/list/list-left.ts';
import { RowCheckbox } from '../kit/list/row-checkbox.tsx';
import { rowGround } from '../kit/list/row-ground.ts';
import type { ProductColumn } from './list-filter.ts';
import type { ListedProduct } from './read-products.ts';

type ProductRowProps = {
  product: ListedProduct;
  columns: ProductColumn[];
  low: number;
  selected: boolean;
  onToggle: (range: boolean) => void;
  onDelete: () => Promise<boolean>;
};

/** One product of the list. */
export function ProductRow({ product, columns, low, selected, onToggle, onDelete }: ProductRowProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const tAdmin = useTranslations('admin', adminMessages);
  const { currency } = useBrand();
  const [query] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  const { id, name, stock } = product;
  const money = formatMoney(toPiastres(product.price), currency);
  const pieces = <StockBadge stock={stock} low={low} />;
  const cells: Record<ProductColumn, ReactNode> = {
    category: product.categories?.name ?? <span className="text-ink-soft">{t('noCategory')}</span>,
    price: (
      <span className="whitespace-nowrap font-details tabular-nums">
        {product.original_price && product.original_price > product.price ? (
          <s className="me-2 text-ink-soft">{formatMoney(toPiastres(product.original_price), currency)}</s>
        ) : null}
        {money}
      </span>
    ),
    stock: pieces,
    state: <Marks product={product} />,
    brand: product.brand,
    created: <span className="whitespace-nowrap">{formatDate(product.created_at)}</span>,
    updated: <span className="whitespace-nowrap">{formatDate(product.updated_at)}</span>,
  };
  const remove = async () => {
    setLeaving(true);
    if (!(await onDelete())) setLeaving(false);
  };
  return (
    <tr className={classes(rowGround(selected), leaving && 'opacity-50')}>
      <Cell>
        <RowCheckbox label={tAdmin('selectOne', { name })} checked={selected} onToggle={onToggle} />
      </Cell>
      <Cell>
        <Picture
          src={addressList(product.images)[0] ?? ''}
          alt=""
          sizes="3rem"
          widest={160}
          className="size-12 rounded-picture object-cover"
        />
      </Cell>
      <Cell className="min-w-32 max-w-md">
        <Link
          to={href('/admin/products/edit/:id', { id })}
          state={fromList(query)}
          className="wrap-anywhere font-medium text-link underline"
        >
          {name}
        </Link>
        <span className="mt-1 flex flex-wrap items-center gap-2 @3xl:hidden">
          {money}
          {stock > low ? <span className="text-ink-soft">{t('inStock', { count: stock })}</span> : pieces}
          <Marks product={product} />
        </span>
      </Cell>
      {columns.map((column) => (
        <Cell
          key={column}
          className={classes(
            'hidden @3xl:table-cell',
            (column === 'price' || column === 'stock') && 'text-end',
          )}
        >
          {cells[column]}
        </Cell>
      ))}
      <Cell>
        <div className="flex justify-end">
          <span className="hidden @3xl:block">
            <LinkButton
              to={`${href('/admin/products/new')}?from=${id}`}
              state={fromList(query)}
              variant="quiet"
              size="icon"
              aria-label={t('copyOne', { name })}
            >
              <Copy className="size-4" />
            </LinkButton>
          </span>
          <Button
            variant="quiet"
            size="icon"
            busy={leaving}
            aria-label={t('deleteOne', { name })}
            onClick={() => void remove()}
          >
            {leaving ? null : <Trash2 className="size-4" />}
          </Button>
        </div>
      </Cell>
    </tr>
  );
}

function StockBadge({ stock, low }: { stock: number; low: number }) {
  const t = useTranslations('admin-products', adminProductsMessages);
  if (stock > low) return <span className="font-details tabular-nums">{stock}</span>;
  return <Badge tone={stock === 0 ? 'danger' : 'warning'}>{stock === 0 ? t('stock_out') : stock}</Badge>;
}

function Marks({ product }: { product: ListedProduct }) {
  const t = useTranslations('admin-products', adminProductsMessages);
  return (
    <span className="inline-flex flex-wrap gap-1">
      {product.is_active ? null : <Badge>{t('hidden')}</Badge>}
      {product.featured ? <Badge tone="brand">{t('featured')}</Badge> : null}
      {product.is_new ? <Badge tone="tint">{t('new')}</Badge> : null}
    </span>
  );
}
