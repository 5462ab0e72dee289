import { useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { cartLine } from '#app/cart/cart-line-of.ts';
import type { GarmentType } from '#app/garments/types.ts';
import cardMessages from '#app/i18n/messages/en/card.json';
import productMessages from '#app/i18n/messages/en/product.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/lib/root-data.ts';
import type { Product } from '#app/product/product.ts';
import {
  type ChosenOptions,
  chosenOptions,
  type OptionKind,
  productOptions,
} from '#app/product/product-options.ts';
import { availability } from '#app/product/product-price.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { NeedsHydration } from '#app/ui/needs-hydration.tsx';
import { NeedsScript } from '#app/ui/needs-script.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { toast } from '#app/ui/toast.ts';
import { WishlistHeart } from '#app/wishlist/wishlist-heart.tsx';
import { OptionGroup } from './option-group.tsx';

/** Loaded when somebody turns to the form; should that fail, the button tries again. */
const loadCartActions = () => import('#app/cart/cart-actions.ts');
const warm = () => void loadCartActions().catch(() => {});

const askFor = { color: 'chooseColor', size: 'chooseSize', type: 'chooseType' } as const;

type BuyBoxProps = {
  product: Product;
  garment: GarmentType | null;
  /** CSS backgrounds of the product's colours. */
  swatches: Record<string, string>;
};

/** Options, quantity, **Add to cart** and the heart. */
export function BuyBox({ product, garment, swatches }: BuyBoxProps) {
  const t = useTranslations('product', productMessages);
  const tCard = useTranslations('card', cardMessages);
  const { productsOptions } = useBrand();
  const { product: layout } = useRootData();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const options = productOptions(product, productsOptions);
  const offered = options.filter(({ kind, values }) => kind !== 'type' || values.length > 1);
  const [picked, setPicked] = useState<Partial<ChosenOptions>>({});
  // What is offered may change while the page is open.
  const chosen = chosenOptions(options, picked);
  const [asked, setAsked] = useState(false);
  const [wanted, setWanted] = useState(1);
  const stock = availability(product.stock);
  const quantity = Math.min(wanted, Math.max(product.stock, 1));
  const missing = options.find(({ kind }) => chosen[kind] === '')?.kind;

  const submit = async () => {
    setAsked(true);
    if (missing) {
      form.current?.querySelector<HTMLInputElement>(`input[name="${missing}"]`)?.focus();
      return;
    }
    try {
      const { addToCart } = await loadCartActions();
      addToCart(cartLine(product, chosen), quantity, () => navigate(href('/cart')));
    } catch {
      toast({ title: tCard('notAdded'), description: tCard('notAddedWhy'), variant: 'destructive' });
    }
  };
  const choose = (kind: OptionKind) => (value: string) => setPicked((now) => ({ ...now, [kind]: value }));

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onPointerEnter={warm}
      onFocus={warm}
      className={classes('flex flex-col gap-6', layout.buy)}
    >
      <NeedsHydration>
        {offered.map(({ kind, values }) => (
          <OptionGroup
            key={kind}
            kind={kind}
            values={values}
            chosen={chosen[kind]}
            onChoose={choose(kind)}
            error={asked && chosen[kind] === '' ? t(askFor[kind]) : undefined}
            garment={kind === 'size' ? garment : null}
            swatches={kind === 'color' ? swatches : {}}
          />
        ))}
        <div className="flex flex-col gap-2">
          <p
            role="status"
            className={stock === 'in-stock' ? 'text-success-text' : 'font-semibold text-danger-text'}
          >
            {stock === 'sold-out' ? t('soldOut') : null}
            {stock === 'few' ? t('onlyLeft', { count: product.stock }) : null}
            {stock === 'in-stock' ? t('inStock') : null}
          </p>
          {stock === 'sold-out' ? <p className="text-ink-soft">{t('soldOutWhy')}</p> : null}
          <NeedsScript />
          <div className="flex flex-wrap items-stretch gap-3 noscript:hidden">
            {stock === 'sold-out' ? null : (
              <QuantityStepper
                value={quantity}
                onChange={setWanted}
                max={product.stock}
                label={t('quantity')}
              />
            )}
            <Button
              type="submit"
              size="large"
              disabled={stock === 'sold-out'}
              className="grow px-4! max-lg:order-last max-lg:basis-full"
            >
              {stock === 'sold-out' ? t('soldOut') : t('addToCart')}
            </Button>
            <WishlistHeart productId={product.id} name={product.name} look="beside-button" />
          </div>
        </div>
      </NeedsHydration>
    </form>
  );
}
