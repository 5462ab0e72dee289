import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { cartTexts } from '#app/i18n/texts/cart.ts';
import type { CartChange } from './refresh-cart.ts';

/** What changed in price and stock since the lines were added. */
export function CartChanges({ changes }: { changes: readonly CartChange[] }) {
  const t = cartTexts();
  const { currency } = useBrand();
  if (changes.length === 0) return null;
  const describeChange = (change: CartChange) => {
    const { options } = change;
    const name = options ? t('variant', { name: change.name, options }) : change.name;
    switch (change.kind) {
      case 'price':
        return t('priceChanged', {
          name,
          price: formatMoney(change.now, currency),
          before: formatMoney(change.before, currency),
        });
      case 'stock':
        return t('stockChanged', { name, count: change.left });
      case 'sold-out':
        return t('soldOut', { name });
      case 'gone':
        return t('gone', { name });
    }
  };
  return (
    <div role="status" className="mb-6 grid gap-1 rounded-card bg-warning-tint p-4 text-warning-text">
      <p className="font-semibold">{t('changed')}</p>
      <ul className="list-disc ps-5">
        {changes.map((change) => (
          <li key={JSON.stringify(change)}>{describeChange(change)}</li>
        ))}
      </ul>
    </div>
  );
}
