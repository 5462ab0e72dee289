import { Star } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { reviewsTexts } from '#app/i18n/texts/reviews.ts';
import type { Product } from '#app/product/product.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import type { Review } from './review.ts';

const ReviewInvitation = lazyWithRetry(() => import('./review-invitation.tsx'));

/** Number of reviews shown before **Show all**. */
const initialCount = 4;

function ReviewItem({ review }: { review: Review }) {
  const t = reviewsTexts();
  const { name } = useBrand();
  return (
    <article className="wrap-anywhere flex flex-col gap-2 border-t pt-4">
      <StarRow rating={review.rating} label={t('stars', { rating: review.rating })} />
      {review.title ? (
        <h3 dir="auto" className="font-semibold">
          {review.title}
        </h3>
      ) : null}
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {review.body}
      </p>
      <p className="text-ink-soft text-sm">
        <bdi>{review.author || t('anonymous')}</bdi> · {formatDate(review.createdAt)}
      </p>
      {review.reply ? (
        <div className="rounded-card bg-sunken p-3 text-sm">
          <p className="font-semibold">{t('reply', { shop: name })}</p>
          <p dir="auto" className="whitespace-pre-line">
            {review.reply}
          </p>
        </div>
      ) : null}
    </article>
  );
}

/** A product's reviews, with an invitation for customers who received it. */
export function ProductReviews({ product, reviews }: { product: Product; reviews: Review[] }) {
  const t = reviewsTexts();
  const { features } = useRootData().settings;
  const signedIn = useSession().status === 'signed-in';
  const [all, setAll] = useState(false);
  if (!features.reviews) return null;
  const { rating, review_count: count } = product;
  if (rating === null || count === 0) {
    return signedIn ? (
      <div id="reviews" className="column empty:hidden">
        <ReviewInvitation product={product} />
      </div>
    ) : null;
  }
  return (
    <section id="reviews" className="deferred column flex flex-col gap-5">
      <div>
        <h2 className="text-heading">{t('title')}</h2>
        <p className="mt-1 text-ink-soft">{t('summary', { rating: rating.toFixed(1), count })}</p>
      </div>
      {signedIn ? <ReviewInvitation product={product} /> : null}
      {reviews.length > 0 ? (
        <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2">
          {(all ? reviews : reviews.slice(0, initialCount)).map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </div>
      ) : null}
      {!all && reviews.length > initialCount ? (
        <Button variant="outline" onClick={() => setAll(true)} className="self-start">
          {t('more')}
        </Button>
      ) : null}
    </section>
  );
}

const places = [1, 2, 3, 4, 5];

/** Five stars, `rating` of them filled; `label` is the accessible name. */
function StarRow({ rating, label }: { rating: number; label: string }) {
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
