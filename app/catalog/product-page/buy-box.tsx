import { useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { addToCart } from '#app/cart/cart-actions.ts';
import { cartLine } from '#app/cart/cart-line.ts';
import type { GarmentType } from '#app/garments/types.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { availability, shownPrices } from '#app/product/product-price.ts';
import { useRootData } from '#app/store/root-data.ts';
import { actionBar, Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { NeedsHydration, NeedsScript } from '#app/ui/needs-script.tsx';
import { Price } from '#app/ui/price.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { useSingleRun } from '#app/ui/use-single-run.ts';
import { WishlistHeart } from '#app/wishlist/wishlist-heart.tsx';
import { FitNotice, useAddLabel } from '../fit-notice.tsx';
import { focusOpenOption, OptionGroups } from './option-groups.tsx';
import { useProductLayout } from './use-product-layout.ts';
import type { VariantChoice } from './use-variant-choice.ts';

const StockAlert = lazyWithRetry(() => import('#app/wishlist/stock-alert.tsx'));

/** On phones a fixed bar keeps price and button in view. */
const buyBar = classes(actionBar, 'grow md:max-lg:order-last md:max-lg:basis-full');

type BuyBoxProps = {
  choice: VariantChoice;
  garment: GarmentType | null;
  /** CSS backgrounds of the product's colors. */
  swatches: Record<string, string>;
};

/** Options, quantity, **Add to cart** and the heart. */
export function BuyBox({ choice, garment, swatches }: BuyBoxProps) {
  const { chosen, variant, shown: product } = choice;
  const t = productTexts();
  const layout = useProductLayout();
  const { settings } = useRootData();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const [requestedQuantity, setRequestedQuantity] = useState(1);
  const [adding, run] = useSingleRun();
  const stock = availability(product.stock);
  const addLabel = useAddLabel(product, chosen);
  const mayComeBack = settings.features.restocks && product.restocks && choice.isSold;
  const quantity = Math.min(requestedQuantity, Math.max(product.stock, 1));

  const submit = async () => {
    setSubmitted(true);
    if (focusOpenOption(form.current, choice)) return;
    await run(
      async () =>
        addToCart(cartLine(product, chosen, variant?.id), quantity, () => navigate(href('/cart'))) > 0,
    );
  };

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className={classes('flex flex-col gap-6', layout.buy)}
    >
      <NeedsHydration>
        <OptionGroups
          choice={choice}
          garment={garment}
          swatches={swatches}
          picture={choice.picture || (product.images[0] ?? '')}
          submitted={submitted}
        />
        <FitNotice product={product} chosen={chosen} />
        <div className="flex flex-col gap-2">
          <p
            role="status"
            className={stock === 'in-stock' ? 'text-success-text' : 'font-semibold text-danger-text'}
          >
            {stock === 'sold-out' ? t('soldOut') : null}
            {stock === 'few' ? t('onlyLeft', { count: product.stock }) : null}
            {stock === 'in-stock' ? t('inStock') : null}
          </p>
          {stock === 'sold-out' ? (
            <p className="text-ink-soft">{t(mayComeBack ? 'soldOutWhy' : 'soldOutForGood')}</p>
          ) : null}
          <NeedsScript />
          <div className="flex flex-wrap items-stretch gap-3 noscript:hidden">
            {stock === 'sold-out' ? null : (
              <QuantityStepper
                value={quantity}
                onChange={setRequestedQuantity}
                max={product.stock}
                label={t('quantity')}
              />
            )}
            <div data-buy-bar className={buyBar}>
              <Price {...shownPrices(product)} className="text-lg leading-tight md:hidden" />
              <Button
                type="submit"
                size="large"
                disabled={stock === 'sold-out'}
                busy={adding === 'busy'}
                done={adding === 'done'}
                className="shrink-0 grow whitespace-nowrap px-4! max-md:min-h-12"
              >
                {stock === 'sold-out' ? t('soldOut') : addLabel}
              </Button>
            </div>
            <WishlistHeart
              productId={product.id}
              name={product.name}
              variantId={choice.options.length > 0 ? variant?.id : undefined}
              look="beside-button"
            />
          </div>
          {stock === 'sold-out' && variant && mayComeBack ? (
            <StockAlert key={variant.id} productId={product.id} variantId={variant.id} />
          ) : null}
        </div>
      </NeedsHydration>
    </form>
  );
}
