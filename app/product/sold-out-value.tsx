import type { ReactNode } from 'react';
import { listSeparator } from '#app/i18n/format.ts';
import productMessages from '#app/i18n/messages/en/product.json';
import { useTranslations } from '#app/i18n/use-translations.ts';

/** An option value that is sold out, struck through. */
export function SoldOutValue({ children }: { children: ReactNode }) {
  const t = useTranslations('product', productMessages);
  return (
    <>
      {/* `text-decoration` is not inherited by inline blocks such as swatches. */}
      <span className="text-ink-soft line-through [&_span]:line-through">{children}</span>
      <span className="sr-only">{listSeparator() + t('soldOut')}</span>
    </>
  );
}
