import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import cartMessages from '#app/i18n/messages/en/cart.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { Progress } from '#app/ui/progress.tsx';
import { missingToFree } from './totals.ts';

/** Amount missing to free shipping. `subtotal` is in piastres; renders nothing where shipping is never free. */
export function FreeShippingProgress({ subtotal }: { subtotal: number }) {
  const t = useTranslations('cart', cartMessages);
  const { currency } = useBrand();
  const { shipping } = useRootData().settings;
  const missing = missingToFree(subtotal, shipping);
  if (missing === null || shipping.freeShippingThreshold === null) return null;
  const text = missing === 0 ? t('isFree') : t('toFree', { amount: formatMoney(missing, currency) });
  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">{text}</p>
      <Progress value={subtotal} max={toPiastres(shipping.freeShippingThreshold)} label={text} />
    </div>
  );
}
