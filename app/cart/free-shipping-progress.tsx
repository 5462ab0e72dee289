import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { cartTexts } from '#app/i18n/texts/cart.ts';
import { toPiastres } from '#app/lib/money.ts';
import { Progress } from '#app/ui/progress.tsx';
import { missingToFree } from './totals.ts';

interface FreeShippingProgressProps {
  /** Piastres. */
  subtotal: number;
  /** Pounds from which shipping is free; null if it never is, or while unknown. */
  freeFrom: number | null;
  /** Whether this depends on the place, and whether the place is known. */
  place: 'same' | 'unknown' | 'known';
}

/**
 * Amount missing to free shipping; renders nothing if shipping is never free. If it depends on the place, it is equally
 * high with and without one, so that nothing moves when the place becomes known.
 */
export function FreeShippingProgress({ subtotal, freeFrom, place }: FreeShippingProgressProps) {
  const t = cartTexts();
  const { currency } = useBrand();
  const missing = missingToFree(subtotal, freeFrom);
  if (freeFrom === null || missing === null)
    return place === 'same' ? null : (
      <p className="pb-4 font-medium text-sm">{t(place === 'known' ? 'neverFreeThere' : 'freeVaries')}</p>
    );
  const text = missing === 0 ? t('isFree') : t('toFree', { amount: formatMoney(missing, currency) });
  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">{text}</p>
      <Progress value={subtotal} max={toPiastres(freeFrom)} label={text} />
    </div>
  );
}
