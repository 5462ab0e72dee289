import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { valuesInWords } from '#app/product/variants.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { isFilled, useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';
import type { StoredProduct } from '../data/read-admin-products.ts';
import type { Movement } from '../data/read-movements.ts';
import { moveStock } from '../data/save-product.ts';
import { stockMove } from '../model/product-form.ts';
import { StockMovements } from './stock-movements.tsx';

type StockPanelProps = {
  product: Pick<StoredProduct, 'id' | 'stock' | 'product_options' | 'product_variants'>;
  movements: Movement[];
};

/**
 * A product's stock with its movements and a form to adjust it. Separate from the product form, because sales
 * continue while that is open.
 */
export function StockPanel({ product, movements }: StockPanelProps) {
  const { id, stock, product_options: options, product_variants: variants } = product;
  const [only, ...others] = variants;
  const nameOf = (variant: (typeof variants)[number], words: typeof options) =>
    valuesInWords(variant, words).join(' / ');
  // Movements store a variant's untranslated name: "M / Black".
  const names = new Map(variants.map((variant) => [nameOf(variant, []), nameOf(variant, options)]));
  const t = adminProductsTexts();
  const { busy, change } = useChange();
  const [failure, setFailure] = useState('');
  const [variantMissing, setVariantMissing] = useState(false);
  const [dirty, setDirty] = useState(false);
  useDirtyForm(dirty);

  const move = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const delta = stockMove(String(typed.get('delta') ?? ''));
    if (delta === null) {
      setFailure(t('stockMoveWrong'));
      return;
    }
    const variantId = others.length > 0 ? String(typed.get('variant') ?? '') : (only?.id ?? '');
    setVariantMissing(variantId === '');
    if (variantId === '') return;
    await change({
      run: () => moveStock(id, variantId, delta, String(typed.get('note') ?? '').trim()),
      done: (newStock) => ({ title: t('stockMoved'), description: t('stockNow', { count: newStock }) }),
      onDone: () => {
        form.reset();
        setDirty(false);
      },
      onFailure: setFailure,
    });
  };

  return (
    <section aria-labelledby="stock" className="grid gap-4 rounded-card border bg-surface p-4">
      <h2 id="stock" className="text-lg">
        {t('stockNow', { count: stock })}
      </h2>
      <form
        onSubmit={(event) => void move(event)}
        onInput={(event) => setDirty(isFilled(event.currentTarget))}
        noValidate
        className={classes(
          'grid items-end gap-3',
          others.length > 0 ? 'sm:grid-cols-[12rem_12rem_1fr_auto]' : 'sm:grid-cols-[12rem_1fr_auto]',
        )}
      >
        {others.length > 0 ? (
          <SelectField
            label={t('variant')}
            name="variant"
            defaultValue=""
            error={variantMissing ? t('variantMissing') : undefined}
          >
            <option value="">{t('chooseVariant')}</option>
            {variants.map((variant) => (
              <option key={variant.id} value={variant.id}>
                {t('variantStock', {
                  name: nameOf(variant, options),
                  stock: variant.stock,
                })}
              </option>
            ))}
          </SelectField>
        ) : null}
        <TextField label={t('stockMove')} name="delta" autoComplete="off" error={failure} />
        <TextField label={t('stockNote')} name="note" optional maxLength={500} />
        <Button type="submit" variant="outline" busy={busy}>
          {t('moveStock')}
        </Button>
      </form>
      <p className="text-ink-soft text-sm">
        {t('stockMoveHint')}{' '}
        {others.length > 0 ? (
          <Link to="#variants" className="text-link underline">
            {t('toVariants')}
          </Link>
        ) : null}
      </p>
      <details className="group">
        <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-sm">{t('movements')}</summary>
        <StockMovements key={id} productId={id} movements={movements} variantNames={names} />
      </details>
    </section>
  );
}
