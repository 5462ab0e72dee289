import adminMessages from '#app/i18n/messages/en/admin.json';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { HeadCell, Table } from '#app/ui/table.tsx';
import { RowCheckbox } from '../kit/list/row-checkbox.tsx';
import { moveByRow } from '../kit/list/row-keys.ts';
import { pageToggled, type Selection, toggled } from '../kit/list/selection.ts';
import { SortHead } from '../kit/list/sort-head.tsx';
import type { ProductColumn, ProductFilter } from './list-filter.ts';
import { ProductRow } from './product-row.tsx';
import type { ListedProduct } from './read-products.ts';

type ProductTableProps = {
  filter: ProductFilter;
  products: ListedProduct[];
  low: number;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onDelete: (product: ListedProduct) => Promise<boolean>;
};

const sortable: Partial<Record<ProductColumn, string>> = {
  price: 'price',
  stock: 'stock',
  created: 'created',
  updated: 'updated',
};

/** A page of products as a table; on a phone price and stock stand under the name. */
export function ProductTable({ filter, products, low, selection, onSelect, onDelete }: ProductTableProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const tAdmin = useTranslations('admin', adminMessages);
  const page = products.map(({ id }) => id);
  const chosenHere = page.filter((id) => selection.ids.has(id)).length;
  const numeric = (column: ProductColumn) => (column === 'price' || column === 'stock' ? 'text-end' : '');
  return (
    <Table caption={t('title')}>
      <thead>
        <tr>
          <HeadCell className="w-11">
            <RowCheckbox
              label={tAdmin('selectPage')}
              checked={chosenHere === page.length}
              partly={chosenHere > 0}
              onToggle={() => onSelect(pageToggled(selection, page))}
            />
          </HeadCell>
          <HeadCell className="w-18">{t('picture')}</HeadCell>
          <SortHead by="name" sort={filter.sort}>
            {t('name')}
          </SortHead>
          {filter.columns.map((column) => {
            const by = sortable[column];
            const className = `hidden @3xl:table-cell ${numeric(column)}`;
            return by ? (
              <SortHead key={column} by={by} sort={filter.sort} className={className}>
                {t(`column_${column}`)}
              </SortHead>
            ) : (
              <HeadCell key={column} className={className}>
                {t(`column_${column}`)}
              </HeadCell>
            );
          })}
          <HeadCell>
            <span className="sr-only">{t('actions')}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody onKeyDown={moveByRow}>
        {products.map((product) => (
          <ProductRow
            key={product.id}
            product={product}
            columns={filter.columns}
            low={low}
            selected={selection.ids.has(product.id)}
            onToggle={(range) => onSelect(toggled(selection, product.id, page, range))}
            onDelete={() => onDelete(product)}
          />
        ))}
      </tbody>
    </Table>
  );
}
