import { ShoppingBag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { href, useFetcher, useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { addToCart } from '#app/cart/cart-store.ts';
import { cardWords } from '#app/messages/en/card.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { cartLine } from '../cart-line-of.ts';
import type { loader } from '../product.route.tsx';
import type { CardProduct } from '../product.ts';
import { forcedOptions, productOptions } from '../product-options.ts';

/** Puts one of a product without a choice into the cart, with the price and stock that the store has now. */
export function QuickAdd({ product }: { product: Pick<CardProduct, 'id' | 'name'> }) {
  const t = useWords(cardWords);
  const { productsOptions } = useBrand();
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof loader>();
  const [asked, setAsked] = useState(false);
  const busy = fetcher.state !== 'idle';

  useEffect(() => {
    if (!asked || busy || !fetcher.data) return;
    setAsked(false);
    const { product: fresh } = fetcher.data;
    const chosen = forcedOptions(productOptions(fresh, productsOptions));
    addToCart(cartLine(fresh, chosen), 1, () => navigate(href('/cart')));
  }, [asked, busy, fetcher.data, productsOptions, navigate]);

  return (
    <button
      type="button"
      aria-label={t('addNamedToCart', { name: product.name })}
      aria-busy={busy || undefined}
      onClick={() => {
        setAsked(true);
        fetcher.load(href('/product/:id', { id: product.id }));
      }}
      className="grid size-11 place-items-center transition focus-visible:opacity-100 group-hover:opacity-100 hover:[&>span]:bg-primary hover:[&>span]:text-on-primary [@media(hover:hover)]:opacity-0"
    >
      <span className="grid size-9 place-items-center rounded-full bg-raised/85 text-ink">
        {busy ? <Spinner className="size-4" /> : <ShoppingBag aria-hidden="true" className="size-4.5" />}
      </span>
    </button>
  );
}
