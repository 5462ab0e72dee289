import { Star } from 'lucide-react';
import { classes } from '#app/ui/classes.ts';

const places = [1, 2, 3, 4, 5];

/** Five stars of which some are filled; `label` says how many. */
export function StarRow({ rating, label }: { rating: number; label: string }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5">
      {places.map((place) => (
        <Star
          key={place}
          className={classes('size-4 text-star', place <= Math.round(rating) && 'fill-star')}
        />
      ))}
    </span>
  );
}
