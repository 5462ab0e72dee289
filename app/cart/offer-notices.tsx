import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { offersTexts } from '#app/i18n/texts/offers.ts';
import type { CartOffers } from './cart-offers.ts';

interface OfferNoticesProps {
  nearly: CartOffers['nearly'];
  /** Names of offers that ended meanwhile. */
  over?: readonly string[];
}

/** What is missing for the next offers, and which ones ended. */
export function OfferNotices({ nearly, over = [] }: OfferNoticesProps) {
  const t = offersTexts();
  const { currency } = useBrand();
  return (
    <>
      {over.length > 0 ? (
        <div role="status" className="grid gap-1 rounded-card bg-warning-tint p-4 text-sm text-warning-text">
          {over.map((name) => (
            <p key={name}>{t('over', { name })}</p>
          ))}
        </div>
      ) : null}
      {nearly.length > 0 ? (
        <ul className="grid gap-1 rounded-field bg-tint px-3 py-2 text-on-tint text-sm">
          {nearly.map(({ id, name, pieces, amount }) => (
            <li key={id}>
              {pieces > 0
                ? t('missingPieces', { count: pieces, name })
                : t('missingAmount', { amount: formatMoney(amount, currency), name })}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
