import { Trash2 } from 'lucide-react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { addressList } from '#app/catalog/legacy-values.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Cell } from '#app/ui/table.tsx';
import { lowStock } from './list-filter.ts';
import type { ListedProduct } from './read-products.ts';
import { removeProduct } from './removals.ts';

/** One product of the list. */
export function ProductRow({ product }: { product: ListedProduct }) {
  const t = useWords(productsWords);
  const { currency } = useBrand();
  const { id, name, stock } = product;
  return (
    <tr className="hover:bg-sunken">
      <Cell>
        <Picture
          src={addressList(product.images)[0] ?? ''}
          alt=""
          sizes="3rem"
          widest={160}
          className="size-12 rounded-picture object-cover"
        />
      </Cell>
      <Cell className="min-w-40">
        <Link to={href('/admin/products/edit/:id', { id })} className="font-medium text-link underline">
          {name}
        </Link>
      </Cell>
      <Cell>{product.categories?.name ?? t('noCategory')}</Cell>
      <Cell className="whitespace-nowrap text-end font-details tabular-nums">
        {formatMoney(toPiastres(product.price), currency)}
      </Cell>
      <Cell className="text-end font-details tabular-nums">
        {stock > lowStock ? stock : <Badge tone={stock === 0 ? 'danger' : 'warning'}>{stock}</Badge>}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-1">
          {product.is_active ? null : <Badge>{t('hidden')}</Badge>}
          {product.featured ? <Badge tone="brand">{t('featured')}</Badge> : null}
          {product.is_new ? <Badge tone="tint">{t('new')}</Badge> : null}
        </div>
      </Cell>
      <Cell className="text-end">
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('deleteOne', { name })}
          onClick={() => void removeProduct(product)}
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
      </Cell>
    </tr>
  );
}
