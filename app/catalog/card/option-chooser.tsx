import { type ReactNode, useEffect, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { addToCart } from '#app/cart/cart-actions.ts';
import { cartLine } from '#app/cart/cart-line.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { quickAddTexts } from '#app/i18n/texts/quick-add.ts';
import { garmentOf } from '#app/product/garment-of.ts';
import { optionList } from '#app/product/parse-values.ts';
import type { CardProduct, Product } from '#app/product/product.ts';
import { availability, shownPrices } from '#app/product/product-price.ts';
import { readCurrentProduct } from '#app/product/read-current-product.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { variantQuery } from '#app/product/variant-address.ts';
import type { Variant } from '#app/product/variants.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Price } from '#app/ui/price.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { FitNotice, useAddLabel } from '../fit-notice.tsx';
import { focusOpenOption, OptionGroups } from '../product-page/option-groups.tsx';
import { useVariantChoice } from '../product-page/use-variant-choice.ts';
import { MissingPicture } from './missing-picture.tsx';

type OptionChooserProps = { product: Pick<CardProduct, 'id' | 'name' | 'images'>; onClose: () => void };

type State = 'loading' | 'failed' | 'gone' | { product: Product; variants: Variant[] };

/** Dialog that asks for a product's options and adds the choice to the cart. */
export default function OptionChooser({ product, onClose }: OptionChooserProps) {
  const t = quickAddTexts();
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    if (state !== 'loading') return;
    const controller = new AbortController();
    readCurrentProduct(product.id, controller.signal).then(
      (current) => setState(current ?? 'gone'),
      () => controller.signal.aborted || setState('failed'),
    );
    return () => controller.abort();
  }, [state, product.id]);

  const details = (variant?: Variant) => (
    <TextLink to={href('/product/:id', { id: product.id }) + variantQuery(variant?.id)} onClick={onClose}>
      {t('details')}
    </TextLink>
  );
  return (
    <Dialog open docked onClose={onClose} title={product.name}>
      {state === 'loading' ? <Spinner label={t('loading')} className="mx-auto my-10 size-8" /> : null}
      {state === 'failed' ? (
        <ErrorState title={t('failed')} onRetry={() => setState('loading')} action={details()} />
      ) : null}
      {state === 'gone' ? <p role="alert">{t('gone')}</p> : null}
      {typeof state === 'object' ? (
        <ChoiceForm {...state} picture={product.images[0] ?? ''} details={details} onAdded={onClose} />
      ) : null}
    </Dialog>
  );
}

type ChoiceFormProps = {
  product: Product;
  variants: Variant[];
  /** URL of the card's picture, or ''. */
  picture: string;
  /** Renders the link to the product's page, with the chosen variant. */
  details: (variant?: Variant) => ReactNode;
  onAdded: () => void;
};

function ChoiceForm({ product, variants, picture, details, onAdded }: ChoiceFormProps) {
  const t = productTexts();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const choice = useVariantChoice(product, variants);
  const [submitted, setSubmitted] = useState(false);
  const { shown, variant, chosen } = choice;
  const stock = availability(shown.stock);
  const addLabel = useAddLabel(shown, chosen);
  const image = choice.picture || picture;
  const swatches = Object.fromEntries(
    optionList(product.color).map((color) => [color, swatchBackground(color)]),
  );
  const submit = () => {
    setSubmitted(true);
    if (focusOpenOption(form.current, choice)) return;
    addToCart(cartLine(shown, chosen, variant?.id), 1, () => navigate(href('/cart')));
    onAdded();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-5"
    >
      <div className="flex items-center gap-4">
        <div className="size-20 shrink-0 overflow-hidden rounded-picture bg-sunken">
          {image ? (
            <Picture src={image} alt="" sizes="5rem" widest={200} className="size-full object-cover" />
          ) : (
            <MissingPicture name={product.name} />
          )}
        </div>
        <div className="flex flex-col gap-1">
          <Price {...shownPrices(shown)} className="text-lg" />
          <p
            role="status"
            className={stock === 'in-stock' ? 'text-success-text' : 'font-semibold text-danger-text'}
          >
            {stock === 'sold-out' ? t('soldOut') : null}
            {stock === 'few' ? t('onlyLeft', { count: shown.stock }) : null}
            {stock === 'in-stock' ? t('inStock') : null}
          </p>
        </div>
      </div>
      <OptionGroups choice={choice} swatches={swatches} submitted={submitted} garment={garmentOf(product)} />
      <FitNotice product={shown} chosen={chosen} />
      <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-col items-center gap-1 border-t bg-raised px-5 pt-3 pb-4 md:-mx-7 md:-mb-7 md:px-7">
        <Button type="submit" size="large" disabled={stock === 'sold-out'} className="w-full">
          {stock === 'sold-out' ? t('soldOut') : addLabel}
        </Button>
        {details(variant)}
      </div>
    </form>
  );
}
