import { Star } from 'lucide-react';
import { Link, type To } from 'react-router';
import { cardTexts } from '#app/i18n/texts/card.ts';
import { useRootData } from '#app/store/root-data.ts';

type StarsProps = {
  rating: number | null;
  count: number;
  /** Link to the reviews, unless they are on the card's page. */
  to?: To;
};

/** A rating as a star, its average and count; renders nothing without ratings or if the store hides reviews. */
export function Stars({ rating, count, to }: StarsProps) {
  const t = cardTexts();
  const { features } = useRootData().settings;
  if (!features.reviews || rating === null || count === 0) return null;
  const average = rating.toFixed(1);
  const stars = (
    <span className="inline-flex items-center gap-1 font-details text-sm tabular-nums">
      <Star className="size-3.5 fill-star text-star" />
      <span aria-hidden="true">
        {average} <span className="text-ink-soft">({count})</span>
      </span>
      <span className="sr-only">{t('rating', { rating: average, count })}</span>
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
