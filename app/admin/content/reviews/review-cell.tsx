import { adminReviewsTexts } from '#app/i18n/texts/admin-reviews.ts';
import { Button } from '#app/ui/button.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useChange } from '../../ui/use-change.ts';
import { decideReview, type ListedReview, type ReviewStatus, reviewedProduct } from './reviews-data.ts';

/** A review with the store's reply and its moderation status. */
export function ReviewCell({ review }: { review: ListedReview }) {
  const t = adminReviewsTexts();
  const { busy, change } = useChange();
  const { status } = review;
  const name = review.author_name || t('nameless');
  const product = reviewedProduct(review);

  const decide = (next: Exclude<ReviewStatus, 'pending'>) =>
    void change({
      run: () => decideReview(next, review),
      undo: () => decideReview(status, { ...review, status: next }),
      done: t(next === 'approved' ? 'isApproved' : 'isRejected', { product: toastName(product) }),
      failed: t('failed'),
    });

  return (
    <div className="grid gap-2">
      <div data-line className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div data-one-line className="grid min-w-0 max-w-prose gap-1">
          {review.title ? (
            <p dir="auto" className="wrap-anywhere font-semibold">
              {review.title}
            </p>
          ) : null}
          {review.body ? (
            <p
              dir="auto"
              data-second={review.title ? true : undefined}
              className="wrap-anywhere whitespace-pre-line"
            >
              {review.body}
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-1">
          {status === 'approved' ? null : (
            <Button
              size="small"
              busy={busy}
              aria-label={t('approveOne', { name })}
              onClick={() => decide('approved')}
            >
              {t('approve')}
            </Button>
          )}
          {status === 'rejected' ? null : (
            <Button
              variant="outline"
              size="small"
              busy={busy}
              aria-label={t('refuseOne', { name })}
              onClick={() => decide('rejected')}
            >
              {t('refuse')}
            </Button>
          )}
        </div>
      </div>
      {review.staff_reply ? (
        <p
          data-second
          className="wrap-anywhere max-w-prose whitespace-pre-line rounded-field bg-sunken p-2 text-sm"
        >
          {review.staff_reply}
        </p>
      ) : null}
    </div>
  );
}
