import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { StoredQuestion } from '#app/content/faq.ts';
import adminFaqMessages from '#app/i18n/messages/en/admin-faq.json';
import { getTranslations, type PlainKey } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { limitedText } from '#app/lib/limited-text.ts';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { EditorDialog } from '../../kit/edit/editor-dialog.tsx';
import { useEditor } from '../../kit/edit/use-editor.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { addQuestion, saveQuestion } from './faq-data.ts';

const message = (key: PlainKey<typeof adminFaqMessages>) => () =>
  getTranslations('admin-faq', adminFaqMessages)(key);
const textUpTo = (length: number) => limitedText(length, message('tooLong'));

/** Schema of a question and its answer. */
const questionForm = z.object({
  question: textUpTo(500).min(1, { error: message('questionMissing') }),
  answer: textUpTo(5000).min(1, { error: message('answerMissing') }),
});

const formValues = (row: StoredQuestion | null) => ({
  question: row?.question ?? '',
  answer: row?.answer ?? '',
});

type QuestionEditorProps = { question: StoredQuestion | null; nextPosition: number; onClose: () => void };

/** Form of a new or existing question. */
export function QuestionEditor({ question, nextPosition, onClose }: QuestionEditorProps) {
  const t = useTranslations('admin-faq', adminFaqMessages);
  const form = useForm({ resolver: zodResolver(questionForm), defaultValues: formValues(question) });
  const { errors } = form.formState;
  const editor = useEditor(form, {
    row: question,
    formValues,
    write: (values, base) => (base ? saveQuestion(base, values) : addQuestion(values, nextPosition)),
    saved: (values) => t('saved', { name: toastName(values.question) }),
    onClose,
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  return (
    <EditorDialog
      thing={question ? `question ${question.id}` : ''}
      title={question ? t('editTitle') : t('addTitle')}
      editor={editor}
      names={{ labels: { question: t('question'), answer: t('answer') } }}
      save={t('save')}
      onClose={onClose}
    >
      <TextField
        label={t('question')}
        autoComplete="off"
        error={errors.question?.message}
        {...form.register('question')}
      />
      <TextareaField
        label={t('answer')}
        rows={5}
        error={errors.answer?.message}
        {...form.register('answer')}
      />
    </EditorDialog>
  );
}
