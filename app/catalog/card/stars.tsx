import { Star } from 'lucide-react';
import { Link, type To } from 'react-router';
import cardMessages from '#app/i18n/messages/en/card.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/lib/root-data.ts';

type StarsProps = {
  rating: number | null;
  count: number;
  /** Where the reviews are, if that is not where the card leads. */
  to?: To;
};

/** A rating in one star and two numbers; nothing where nobody rated, or the store shows no reviews. */
export function Stars({ rating, count, to }: StarsProps) {
  const t = useTranslations('card', cardMessages);
  const { features } = useRootData().settings;
  if (!features.reviews || rating === null || count === 0) return null;
  const shown = rating.toFixed(1);
  const stars = (
    <span className="inline-flex items-center gap-1 font-details text-sm tabular-nums">
      <Star className="size-3.5 fill-star text-star" />
      <span aria-hidden="true">
        {shown} <span className="text-ink-soft">({count})</span>
      </span>
      <span className="sr-only">{t('rating', { rating: shown, count })}</span>
    </span>
  );
  return to ? (
    <Link to={to} className="inline-flex min-h-11 items-center hover:underline">
      {stars}
    </Link>
  ) : (
    stars
  );
}
