import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import type { CardProduct } from '#app/product/product.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';

const StockAlert = lazyWithRetry(() => import('./stock-alert.tsx'));

/** **Move to cart**, or a link to choose options first. */
export function MoveToCart({ product }: { product: CardProduct }) {
  const t = accountTexts();
  const { productsOptions } = useBrand();
  const { restocks } = useRootData().settings.features;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  if (product.stock <= 0 && product.variantId && restocks && product.restocks) {
    return <StockAlert key={product.variantId} productId={product.id} variantId={product.variantId} />;
  }
  if (product.stock <= 0) {
    return (
      <Button variant="outline" size="small" disabled className="w-full">
        {t('soldOut')}
      </Button>
    );
  }
  if (product.hasOptions) {
    return (
      <LinkButton
        to={href('/product/:id', { id: product.id })}
        variant="outline"
        size="small"
        aria-label={t('chooseNamed', { name: product.name })}
        className="w-full"
      >
        {t('chooseOptions')}
      </LinkButton>
    );
  }
  const move = async () => {
    setBusy(true);
    try {
      const [{ addOne }, { setWishlisted }] = await Promise.all([
        import('#app/cart/add-one.ts'),
        import('./wishlist-actions.ts'),
      ]);
      const page = href('/product/:id', { id: product.id });
      const added = await addOne(
        product,
        productsOptions,
        (path) => navigate(path),
        () => navigate(page),
      );
      // Removed from the wishlist only once it is in the cart.
      if (added) await setWishlisted(product, false, { quietly: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      size="small"
      busy={busy}
      aria-label={t('moveNamed', { name: product.name })}
      onClick={() => void move()}
      className="w-full"
    >
      {busy ? null : <ShoppingBag className="size-4" />}
      {t('moveToCart')}
    </Button>
  );
}
