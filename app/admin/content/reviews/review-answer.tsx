import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { ConflictPanel } from '../../kit/edit/conflict-panel.tsx';
import { useDirtyForm } from '../../kit/edit/dirty-forms.ts';
import { useEditor } from '../../kit/edit/use-editor.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { changeReview, type ListedReview } from './reviews-data.ts';

type ReviewAnswerProps = {
  review: ListedReview;
  /** Called when the form becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
};

const formValues = ({ staff_reply }: ListedReview) => ({ staff_reply });

/** Form of the store's reply to a review. */
export function ReviewAnswer({ review, onDirty, onClose }: ReviewAnswerProps) {
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
