import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { classes } from './classes.ts';

type PriceProps = {
  /** Integer piastres. */
  piastres: number;
  /** Original price in integer piastres; struck through when higher. */
  originalPiastres?: number;
  /** The lowest of several prices. */
  from?: boolean;
  className?: string;
};

/** A price in the store's currency, with the original price struck through. */
export function Price({ piastres, originalPiastres, from = false, className }: PriceProps) {
  const { currency } = useBrand();
  const t = uiTexts();
  const reduced = originalPiastres !== undefined && originalPiastres > piastres;
  return (
    <span
      data-amount
      className={classes('inline-flex flex-wrap items-baseline gap-x-2 font-details tabular-nums', className)}
    >
      {from ? <span className="text-[0.875em] text-ink-soft">{t('from')} </span> : null}
      {reduced ? <span className="sr-only">{t('now')} </span> : null}
      <span className="whitespace-nowrap font-semibold">{formatMoney(piastres, currency)}</span>
      {reduced ? (
        <s className="whitespace-nowrap text-[0.875em] text-ink-soft">
          <span className="sr-only">{t('was')} </span>
          {formatMoney(originalPiastres, currency)}
        </s>
      ) : null}
    </span>
  );
}
