import { href, useNavigate } from 'react-router';
import { signInPath } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { quantityOf } from '#app/cart/cart-line.ts';
import { useCart } from '#app/cart/cart-store.ts';
import { priceRules } from '#app/cart/unit-price.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { garmentWord } from '#app/lib/garment-words.ts';
import { toPiastres } from '#app/lib/money.ts';
import { optionsText } from '#app/lib/options-text.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { productForChoice } from '#app/product/variants.ts';
import { useRootData } from '#app/store/root-data.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import { useSingleRun } from '#app/ui/use-single-run.ts';
import { printedElements } from './design.ts';
import { type DesignProduct, designChoice, offeredSizes } from './design-product.ts';
import { useDesign, useDesigner } from './designer-store.ts';
import { designPrice, designToCart, saveDesign } from './save-design.ts';
import { useOverflowing } from './warnings.tsx';

interface OrderPanelProps {
  shopProduct: DesignProduct | null;
  /** Asks the person to choose a size. */
  onSizeMissing: () => void;
}

/**
 * The price by the store's settings, **Add to cart** (**Update cart** for a design that came from the cart) and **Save
 * design** (docs/product.md, Printing).
 */
export function OrderPanel({ shopProduct, onSizeMissing }: OrderPanelProps) {
  const t = customizeTexts();
  const { currency } = useBrand();
  const { settings } = useRootData();
  const { designer: layout } = useShoppingLook();
  const session = useSession();
  const navigate = useNavigate();
  const design = useDesign();
  const size = useDesigner((state) => state.size);
  const edited = useDesigner((state) => state.line);
  const updating = useCart(({ lines }) => edited !== null && quantityOf(lines, edited) > 0);
  const [adding, runAdding] = useSingleRun();
  const [saving, runSaving] = useSingleRun();
  const rules = priceRules(settings);
  const prints = printedElements(design);
  const choice = designChoice(shopProduct, design.color, size);
  const offer = shopProduct && productForChoice(shopProduct.product, shopProduct.variants, choice);
  const unit = designPrice(design, offer, rules);
  const base = designPrice({ ...design, elements: [] }, offer, rules);
  const soldOut = offer !== null && offer.stock <= 0;
  const overflowing = useOverflowing().length > 0;
  const textInvalid = useDesigner((state) => state.textInvalid);
  const sizeMissing = size === '' && offeredSizes(design.garment, shopProduct).length > 0;
  const money = (piastres: number) => formatMoney(piastres, currency);

  const attempt = (failed: string, act: () => Promise<void>) => async () => {
    try {
      await act();
      return true;
    } catch (error) {
      const reason = refusalMessage(error) ?? t('unreachable');
      toast({ title: failed, description: reason, variant: 'destructive' });
      return false;
    }
  };
  const add = () => {
    if (unit === null) return;
    if (sizeMissing) onSizeMissing();
    else {
      const toCart = () => designToCart(shopProduct, unit, () => navigate(href('/cart')));
      void runAdding(attempt(t('notAdded'), toCart));
    }
  };
  const save = (userId: string) =>
    runSaving(
      attempt(t('notSaved'), async () => {
        await saveDesign(shopProduct, userId);
        toast({ title: t('saved'), description: t('savedWhy') });
      }),
    );

  return (
    <section aria-labelledby="design-price" className={classes('grid gap-4', layout.panel)}>
      <h2 id="design-price" className="text-heading">
        {t('yourPrice')}
      </h2>
      {unit === null || base === null ? (
        <p role="status" className="rounded-field bg-warning-tint p-3 text-warning-text">
          {t('notPricedWhy')}
        </p>
      ) : (
        <dl aria-live="polite" className="grid grid-cols-[1fr_auto] gap-y-1.5 font-details tabular-nums">
          <AmountRow label={t('base', { name: shopProduct?.product.name ?? garmentWord(design.garment) })}>
            {money(base)}
          </AmountRow>
          {prints.texts > 0 ? (
            <AmountRow label={t('texts', { count: prints.texts })}>
              {money(prints.texts * toPiastres(settings.customization.textPrice))}
            </AmountRow>
          ) : null}
          {prints.images > 0 ? (
            <AmountRow label={t('images', { count: prints.images })}>
              {money(prints.images * toPiastres(settings.customization.imagePrice))}
            </AmountRow>
          ) : null}
          <dt className="border-t pt-2.5 font-semibold text-lg">{t('total')}</dt>
          <dd className="border-t pt-2.5 text-end font-semibold text-lg">{money(unit)}</dd>
        </dl>
      )}
      <div className="grid gap-2">
        <Button
          size="large"
          busy={adding === 'busy'}
          done={adding === 'done'}
          disabled={
            unit === null ||
            soldOut ||
            overflowing ||
            textInvalid ||
            design.elements.length === 0 ||
            saving === 'busy'
          }
          onClick={add}
        >
          {t(updating ? 'updateCart' : 'addToCart')}
        </Button>
        {offer && soldOut ? (
          <p role="status" className="text-danger-text">
            {shopProduct && shopProduct.product.stock <= 0
              ? t('soldOut', { name: offer.name })
              : t('choiceSoldOut', { choice: optionsText({ color: garmentWord(design.color), size }) })}
          </p>
        ) : null}
        {textInvalid ? <p className="text-danger-text">{t('textInvalid')}</p> : null}
        {overflowing ? <p className="text-danger-text">{t('overflows')}</p> : null}
        <p className="text-ink-soft text-sm">{t(design.elements.length === 0 ? 'empty' : 'printsStay')}</p>
        {session.user ? (
          <Button
            variant="outline"
            busy={saving === 'busy'}
            done={saving === 'done'}
            disabled={textInvalid || design.elements.length === 0 || adding === 'busy'}
            onClick={() => void save(session.user.id)}
          >
            {t('save')}
          </Button>
        ) : (
          <TextLink to={signInPath(location.pathname + location.search)}>{t('signInToSave')}</TextLink>
        )}
      </div>
    </section>
  );
}
