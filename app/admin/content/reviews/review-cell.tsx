import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { ConflictPanel } from '../../kit/edit/conflict-panel.tsx';
import { useDirtyForm } from '../../kit/edit/dirty-forms.ts';
import { LeaveQuestion } from '../../kit/edit/leave-question.tsx';
import { useEditor } from '../../kit/edit/use-editor.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { useChange } from '../../kit/use-change.ts';
import { changeReview, decideReview, type ListedReview, type ReviewStatus } from './reviews-data.ts';

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
        <p
          data-second
          className="wrap-anywhere max-w-prose whitespace-pre-line rounded-field bg-sunken p-2 text-sm"
        >
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

type ReviewAnswerProps = {
  review: ListedReview;
  /** Called when the form becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
};

const formValues = ({ staff_reply }: ListedReview) => ({ staff_reply });

/** Form of the store's reply to a review. */
function ReviewAnswer({ review, onDirty, onClose }: ReviewAnswerProps) {
  const t = useTranslations('admin-reviews', adminReviewsMessages);
  const form = useForm({ defaultValues: formValues(review) });
  const editor = useEditor(form, {
    row: review,
    formValues,
    write: ({ staff_reply: reply }, base) => changeReview({ staff_reply: reply.trim() }, base),
    saved: () => t('replySaved'),
    onClose,
    failed: (error) => `${t('failed')}: ${errorMessage(error)}`,
  });
  const { busy, dirty, failure, conflict } = editor;
  useDirtyForm(dirty, 'status page sort');
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  if (conflict) return <ConflictPanel editor={editor} labels={{ staff_reply: t('reply') }} />;
  return (
    <form onSubmit={(event) => void editor.submit(event)} noValidate className="grid max-w-prose gap-3">
      <TextareaField
        label={t('reply')}
        hint={t('replyHint')}
        rows={2}
        maxLength={2000}
        error={failure}
        {...form.register('staff_reply')}
      />
      <Button type="submit" size="small" busy={busy} className="justify-self-start">
        {t('saveReply')}
      </Button>
    </form>
  );
}
