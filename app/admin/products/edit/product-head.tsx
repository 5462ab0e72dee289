import { Copy, ExternalLink, Trash2 } from 'lucide-react';
import { href, useLocation, useNavigate } from 'react-router';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { toastName } from '#app/ui/toast.ts';
import { listLeft } from '../../ui/list/url-state.ts';
import { useProductChange } from '../data/use-product-change.ts';

type ProductHeadProps = { product: { id: string; tenant_id: string; name: string; is_active: boolean } };

/** A product's name and actions. */
export function ProductHead({ product }: ProductHeadProps) {
  const { id, name, is_active } = product;
  const t = adminProductsTexts();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { busy, change } = useProductChange({
    onDone: () => void navigate(`${href('/admin/products')}${listLeft(state)}`),
  });
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <h1 className="wrap-anywhere text-heading">{name}</h1>
        {is_active ? null : <Badge>{t('hidden')}</Badge>}
      </div>
      <div className="flex flex-wrap gap-1">
        {is_active ? (
          <LinkButton to={href('/product/:id', { id })} target="_blank" variant="quiet" size="small">
            <ExternalLink className="size-4" />
            {t('seeInShop')}
          </LinkButton>
        ) : null}
        <LinkButton
          to={`${href('/admin/products/new')}?from=${id}`}
          state={state}
          variant="quiet"
          size="small"
        >
          <Copy className="size-4" />
          {t('copy')}
        </LinkButton>
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          className="text-danger-text"
          onClick={() =>
            void change([product], { kind: 'delete' }, () => t('deleted', { name: toastName(name) }))
          }
        >
          {busy ? null : <Trash2 className="size-4" />}
          {t('delete')}
        </Button>
      </div>
    </div>
  );
}
