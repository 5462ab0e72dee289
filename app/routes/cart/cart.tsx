import { ShoppingBag } from 'lucide-react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { clearCart } from '#app/cart/cart-actions.ts';
import { CartChanges } from '#app/cart/cart-changes.tsx';
import { countOf, lineIdentity } from '#app/cart/cart-line.ts';
import { CartLineRow } from '#app/cart/cart-line-row.tsx';
import type { CartOffers } from '#app/cart/cart-offers.ts';
import { useCart } from '#app/cart/cart-store.ts';
import { FreeShippingProgress } from '#app/cart/free-shipping-progress.tsx';
import { OfferNotices } from '#app/cart/offer-notices.tsx';
import type { FreshProduct } from '#app/cart/refresh-cart.ts';
import { cartGrams, cartSubtotal } from '#app/cart/totals.ts';
import { useCartOffers } from '#app/cart/use-cart-offers.ts';
import { useCartRefresh } from '#app/cart/use-cart-refresh.ts';
import { formatMoney, formatSigned } from '#app/i18n/format.ts';
import { cartTexts } from '#app/i18n/texts/cart.ts';
import { toPiastres, toPounds } from '#app/lib/money.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { Estimate } from '#app/shipping/delivery-estimate.tsx';
import { generalDelivery } from '#app/shipping/general-delivery.ts';
import { useDelivery } from '#app/shipping/use-delivery.ts';
import { useRootData } from '#app/store/root-data.ts';
import { pageMeta } from '#app/store/seo.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { actionBar, Button, LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { NeedsScript } from '#app/ui/needs-script.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/cart.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: cartTexts()('title') });
}

export default function Cart() {
  const t = cartTexts();
  const { cart: layout } = useShoppingLook();
  const { lines, ready } = useCart();
  const { changes, products } = useCartRefresh();

  return (
    <div className={layout.page}>
      <div className={classes('mb-8 flex flex-wrap items-baseline justify-between gap-4', layout.head)}>
        <h1 className={layout.title}>{t('title')}</h1>
        {lines.length > 0 ? <p className="text-ink-soft">{t('count', { count: countOf(lines) })}</p> : null}
      </div>
      <CartChanges changes={changes} />
      {!ready ? <CartSkeleton /> : lines.length === 0 ? <EmptyCart /> : <FilledCart products={products} />}
    </div>
  );
}

function FilledCart({ products }: { products: readonly FreshProduct[] | null }) {
  const t = cartTexts();
  const { cart: layout } = useShoppingLook();
  const { lines } = useCart();
  const { offers, over } = useCartOffers(lines);
  return (
    <div className={layout.grid}>
      <div>
        <ul className={layout.lines}>
          {lines.map((line, place) => (
            <CartLineRow
              key={lineIdentity(line)}
              line={line}
              lines={lines}
              offered={offers?.byLine[place] ?? 0}
            />
          ))}
        </ul>
        <Button
          variant="quiet"
          size="small"
          onClick={clearCart}
          className={classes('mt-4 -outline-offset-2', layout.clear)}
        >
          {t('clear')}
        </Button>
      </div>
      <Summary products={products} offers={offers} over={over} />
    </div>
  );
}

interface SummaryProps {
  products: readonly FreshProduct[] | null;
  offers: CartOffers | null;
  over: readonly string[];
}

function Summary({ products, offers, over }: SummaryProps) {
  const t = cartTexts();
  const { currency } = useBrand();
  const { settings } = useRootData();
  const { cart: layout } = useShoppingLook();
  const { lines } = useCart();
  const subtotal = cartSubtotal(lines);
  const applied = offers?.applied ?? [];
  const afterOffers = subtotal - applied.reduce((sum, { amount }) => sum + amount, 0);
  const goods = products && { subtotal: toPounds(afterOffers), grams: cartGrams(lines, products) };
  const delivery = useDelivery(goods);
  // An order uses the first method unless another is chosen. There is none if the store does not deliver.
  const ways = delivery.options ?? generalDelivery(settings.shipping, toPounds(afterOffers));
  const [first] = ways;
  // An offer that takes nothing off makes the standard delivery free.
  const isFree = first?.method === 'standard' && applied.some(({ amount }) => amount === 0);
  const shipping = first && !isFree ? toPiastres(first.fee) : 0;
  return (
    <section aria-labelledby="cart-summary" className={classes('grid gap-4', layout.summary)}>
      <h2 id="cart-summary" className="text-heading">
        {t('summary')}
      </h2>
      <OfferNotices nearly={offers?.nearly ?? []} over={over} />
      {first && !isFree ? (
        <FreeShippingProgress
          subtotal={afterOffers}
          freeFrom={first.free_from}
          place={!settings.shipping.freeShippingVaries ? 'same' : delivery.options ? 'known' : 'unknown'}
        />
      ) : null}
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
        <AmountRow label={t('subtotal')}>{formatMoney(subtotal, currency)}</AmountRow>
        {applied.map(({ id, name, amount }) =>
          amount > 0 ? (
            <AmountRow key={id} label={name}>
              {formatSigned(-amount, currency)}
            </AmountRow>
          ) : null,
        )}
        {first ? (
          <AmountRow label={t('shipping')}>
            {shipping === 0 ? t('free') : formatMoney(shipping, currency)}
          </AmountRow>
        ) : null}
        <dt className="border-t pt-3 font-semibold">{t('total')}</dt>
        <dd data-amount className="border-t pt-3 text-end font-semibold">
          {formatMoney(afterOffers + shipping, currency)}
        </dd>
      </dl>
      <Estimate delivery={delivery} subtotal={toPounds(afterOffers)} />
      <p className="text-ink-soft text-sm">
        {t('atCheckout', {
          points: settings.points.enabled ? 'yes' : 'no',
          express: ways.length > 1 ? 'yes' : 'no',
        })}
      </p>
      <div data-buy-bar className={actionBar}>
        <p className="whitespace-nowrap font-details font-semibold tabular-nums md:hidden">
          {formatMoney(afterOffers + shipping, currency)}
        </p>
        <LinkButton to={href('/checkout')} size="large" className="grow max-md:min-h-12">
          {t('checkout')}
        </LinkButton>
      </div>
    </section>
  );
}

function EmptyCart() {
  const t = cartTexts();
  const { copy } = useShoppingLook();
  return (
    <BrandEmptyState
      icon={<ShoppingBag className="size-12" />}
      title={copy.emptyCart}
      action={<LinkButton to={href('/shop')}>{t('toShop')}</LinkButton>}
    >
      {t('empty')} {t('emptyWhy')}
    </BrandEmptyState>
  );
}

function CartSkeleton() {
  const { cart: layout } = useShoppingLook();
  return (
    <>
      <div className="px-gutter py-6 text-center">
        <NeedsScript />
      </div>
      <div className={classes(layout.grid, 'noscript:hidden')}>
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    </>
  );
}
