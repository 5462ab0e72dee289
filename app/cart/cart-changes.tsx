import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/lib/money.ts';
import { cartWords } from '#app/messages/en/cart.ts';
import { useWords } from '#app/messages/use-words.ts';
import type { CartChange } from './freshen.ts';

/** What is different from when things were put into the cart, line by line. */
export function CartChanges({ changes }: { changes: readonly CartChange[] }) {
  const t = useWords(cartWords);
  const { currency } = useBrand();
  if (changes.length === 0) return null;
  const say = (change: CartChange) => {
    switch (change.kind) {
      case 'price':
        return t('priceChanged', {
          name: change.name,
          price: formatMoney(change.now, currency),
          before: formatMoney(change.before, currency),
        });
      case 'stock':
        return t('stockChanged', { name: change.name, count: change.left });
      case 'sold-out':
        return t('soldOut', { name: change.name });
      case 'gone':
        return t('gone', { name: change.name });
    }
  };
  return (
    <div role="status" className="mb-6 grid gap-1 rounded-card bg-warning-tint p-4 text-warning-text">
      <p className="font-semibold">{t('changed')}</p>
      <ul className="list-disc ps-5">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.name}`}>{say(change)}</li>
        ))}
      </ul>
    </div>
  );
}
