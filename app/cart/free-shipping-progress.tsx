import { useBrand } from '#app/brands/use-brand.ts';
import { formatShortMoney, toPiastres } from '#app/lib/money.ts';
import { cartWords } from '#app/messages/en/cart.ts';
import { useWords } from '#app/messages/use-words.ts';
import { useRootData } from '#app/shell/root-data.ts';
import { Progress } from '#app/ui/progress.tsx';
import { missingToFree } from './totals.ts';

/** How much is missing to free shipping. Takes the subtotal in piastres; nothing where shipping is never free. */
export function FreeShippingProgress({ subtotal }: { subtotal: number }) {
  const t = useWords(cartWords);
  const { currencySymbol } = useBrand();
  const { shipping } = useRootData().settings;
  const missing = missingToFree(subtotal, shipping);
  if (missing === null || shipping.freeShippingThreshold === null) return null;
  const text =
    missing === 0 ? t('isFree') : t('toFree', { amount: formatShortMoney(missing, currencySymbol) });
  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">{text}</p>
      <Progress value={subtotal} max={toPiastres(shipping.freeShippingThreshold)} label={text} />
    </div>
  );
}
