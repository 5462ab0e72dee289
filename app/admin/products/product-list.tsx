import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { HeadCell, Table } from '#app/ui/table.tsx';
import type { ListedCategory } from '../categories/categories-data.ts';
import { ListPages } from '../list-pages.tsx';
import type { ProductFilter } from './list-filter.ts';
import { ProductFilters } from './product-filters.tsx';
import { ProductRow } from './product-row.tsx';
import { type ListedProduct, productsPerPage } from './read-products.ts';
import { useRemovals } from './removals.ts';

type ProductListProps = {
  filter: ProductFilter;
  categories: ListedCategory[];
  products: ListedProduct[];
  count: number;
};

/** The products that the address asks for. */
export function ProductList({ filter, categories, products, count }: ProductListProps) {
  const t = useWords(productsWords);
  const removals = useRemovals();
  const shown = products.filter(({ id }) => !removals.has(id));
  return (
    <div className="grid gap-5">
      <ProductFilters key={JSON.stringify(filter)} filter={filter} categories={categories} />
      {shown.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <>
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('picture')}</HeadCell>
                <HeadCell>{t('name')}</HeadCell>
                <HeadCell>{t('category')}</HeadCell>
                <HeadCell className="text-end">{t('price')}</HeadCell>
                <HeadCell className="text-end">{t('stock')}</HeadCell>
                <HeadCell>{t('state')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('delete')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {shown.map((product) => (
                <ProductRow key={product.id} product={product} />
              ))}
            </tbody>
          </Table>
          <ListPages page={filter.page} perPage={productsPerPage} shown={products.length} count={count} />
        </>
      )}
    </div>
  );
}
