import { Star } from 'lucide-react';
import { cardWords } from '#app/messages/en/card.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from '#app/ui/classes.ts';

type StarsProps = { rating: number; count: number; className?: string };

/** A rating in one star and two numbers. */
export function Stars({ rating, count, className }: StarsProps) {
  const t = useWords(cardWords);
  const shown = rating.toFixed(1);
  return (
    <span className={classes('inline-flex items-center gap-1 font-details text-sm tabular-nums', className)}>
      <Star aria-hidden="true" className="size-3.5 fill-star text-star" />
      <span aria-hidden="true">
        {shown} <span className="text-ink-soft">({count})</span>
      </span>
      <span className="sr-only">{t('rating', { rating: shown, count })}</span>
    </span>
  );
}
