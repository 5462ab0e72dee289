import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminDealsTexts } from '#app/i18n/texts/admin-deals.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Picture } from '#app/ui/picture.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { type DealProduct, findForDeal } from './deals-data.ts';

/** Debounce of the search, in ms. */
const typingPause = 200;

/** Search field that picks a product by name. */
export function ProductPicker({ onChoose }: { onChoose: (product: DealProduct) => void }) {
  const t = adminDealsTexts();
  const { currency } = useBrand();
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ text: string; products: DealProduct[]; failure: string } | null>(null);

  useEffect(() => {
    let cancelled = false;
    const timer = setTimeout(() => {
      findForDeal(text).then(
        (products) => !cancelled && setFound({ text, products, failure: '' }),
        (error: unknown) => !cancelled && setFound({ text, products: [], failure: errorMessage(error) }),
      );
    }, typingPause);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [text]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextField
        label={t('find')}
        hint={t('findHint')}
        type="search"
        autoComplete="off"
        value={text}
        error={found?.failure}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status" className="text-ink-soft text-sm">
        {found?.text === text
          ? found.products.length === 0 && !found.failure && t('nothingFound')
          : t('searching')}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {found?.products.map((product) => (
          <li key={product.id}>
            <button
              type="button"
              aria-label={t('choose', { name: product.name })}
              onClick={() => onChoose(product)}
              className="flex min-h-14 w-full items-center gap-3 rounded-field px-2 text-start hover:bg-sunken"
            >
              <Picture
                src={product.picture}
                alt=""
                sizes="3rem"
                widest={160}
                className="size-11 shrink-0 rounded-picture object-cover"
              />
              <span className="min-w-0 flex-1 truncate">{product.name}</span>
              <span className="font-details text-sm tabular-nums">
                {formatPounds(product.price, currency)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
