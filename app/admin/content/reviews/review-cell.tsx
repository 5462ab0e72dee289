import { useState } from 'react';
import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { toastName } from '#app/ui/toast.ts';
import { LeaveQuestion } from '../../kit/edit/leave-question.tsx';
import { useChange } from '../../kit/use-change.ts';
import { decideReview } from './decide-review.ts';
import { ReviewAnswer } from './review-answer.tsx';
import type { ListedReview, ReviewStatus } from './reviews-data.ts';

/** A review with its actions. */
export function ReviewCell({ review }: { review: ListedReview }) {
  const t = useTranslations('admin-reviews', adminReviewsMessages);
  const { busy, change } = useChange();
  const [answering, setAnswering] = useState(false);
  const [dirty, setDirty] = useState(false);
  // Action that waits for the confirmation to discard the reply.
  const [pending, setPending] = useState<{ then: () => void } | null>(null);
  const confirmIfDirty = (then: () => void) => (dirty ? setPending({ then }) : then());
  const { status } = review;
  const name = review.author_name || t('nameless');
  const product = review.products?.name ?? '';

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
          {review.title ? <p className="font-semibold">{review.title}</p> : null}
          {review.body ? (
            <p data-second={review.title ? true : undefined} className="whitespace-pre-line break-words">
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
              onClick={() => confirmIfDirty(() => decide('approved'))}
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
              onClick={() => confirmIfDirty(() => decide('rejected'))}
            >
              {t('refuse')}
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            aria-expanded={answering}
            aria-label={t('answerOne', { name })}
            onClick={() => confirmIfDirty(() => setAnswering(!answering))}
          >
            {t('answer')}
          </Button>
        </div>
      </div>
      {review.staff_reply && !answering ? (
        <p data-second className="max-w-prose whitespace-pre-line rounded-field bg-sunken p-2 text-sm">
          {review.staff_reply}
        </p>
      ) : null}
      {answering ? (
        <ReviewAnswer review={review} onDirty={setDirty} onClose={() => setAnswering(false)} />
      ) : null}
      <LeaveQuestion
        open={pending !== null}
        onStay={() => setPending(null)}
        onLeave={() => {
          setPending(null);
          setAnswering(false);
          pending?.then();
        }}
      />
    </div>
  );
}
