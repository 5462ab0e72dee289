import type { ReactNode } from 'react';
import { listSeparator } from '#app/i18n/format.ts';
import { productTexts } from '#app/i18n/texts/product.ts';

/** An option value that is sold out, struck through. */
export function SoldOutValue({ children }: { children: ReactNode }) {
  const t = productTexts();
  return (
    <>
      {/* `text-decoration` is not inherited by inline blocks such as swatches. */}
      <span className="text-ink-soft line-through [&_span]:line-through">{children}</span>
      <span className="sr-only">{listSeparator() + t('soldOut')}</span>
    </>
  );
}
