import { Star } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { href, Link } from 'react-router';
import { formatDate } from '#app/lib/dates.ts';
import { adminReviewsWords } from '#app/messages/en/admin-reviews.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useChange } from '../../use-change.ts';
import { changeReview, type ListedReview, type ReviewStatus } from './reviews-data.ts';

/** One review with what staff may do about it. */
export function ReviewCard({ review }: { review: ListedReview }) {
  const t = useWords(adminReviewsWords);
  const { busy, change } = useChange();
  const [answering, setAnswering] = useState(false);
  const { id, status, rating } = review;
  const name = review.author_name || t('nameless');
  const product = review.products?.name ?? '';

  const decide = (next: Exclude<ReviewStatus, 'pending'>) =>
    void change({
      work: () => changeReview(id, { status: next }),
      undo: () => changeReview(id, { status }),
      done: t(next === 'approved' ? 'isApproved' : 'isRejected', { product: toastName(product) }),
      failed: t('failed'),
    });
  const answer = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reply = String(new FormData(event.currentTarget).get('reply') ?? '').trim();
    const work = () => changeReview(id, { staff_reply: reply });
    if (await change({ work, done: t('replySaved'), failed: t('failed') })) setAnswering(false);
  };

  return (
    <li className="grid gap-3 rounded-card border bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid gap-1">
          <Link
            to={href('/product/:id', { id: review.product_id })}
            className="font-medium text-link underline"
          >
            {product}
          </Link>
          <p className="text-ink-soft text-sm">{t('by', { name, when: formatDate(review.created_at) })}</p>
        </div>
        <span role="img" aria-label={t('stars', { rating })} className="flex text-star">
          {[1, 2, 3, 4, 5].map((star) => (
            <Star
              key={star}
              className={classes('size-4.5', star <= rating ? 'fill-current' : 'opacity-40')}
            />
          ))}
        </span>
      </div>
      <div className="grid max-w-prose gap-1">
        {review.title ? <p className="font-semibold">{review.title}</p> : null}
        {review.body ? <p className="whitespace-pre-line break-words">{review.body}</p> : null}
      </div>
      {review.staff_reply && !answering ? (
        <p className="max-w-prose whitespace-pre-line rounded-field bg-sunken p-3 text-sm">
          {review.staff_reply}
        </p>
      ) : null}
      {answering ? (
        <form onSubmit={(event) => void answer(event)} className="grid max-w-prose gap-3">
          <TextareaField
            label={t('reply')}
            hint={t('replyHint')}
            name="reply"
            rows={2}
            maxLength={2000}
            defaultValue={review.staff_reply}
          />
          <Button type="submit" size="small" busy={busy} className="justify-self-start">
            {t('saveReply')}
          </Button>
        </form>
      ) : null}
      <div className="flex flex-wrap gap-2">
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
        <Button
          variant="quiet"
          size="small"
          aria-expanded={answering}
          aria-label={t('answerOne', { name })}
          onClick={() => setAnswering(!answering)}
        >
          {t('answer')}
        </Button>
      </div>
    </li>
  );
}
