import { zodResolver } from '@hookform/resolvers/zod';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { type Question, questionsOf } from '#app/content/faq.ts';
import adminSettingsMessages from '#app/i18n/messages/en/admin-settings.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Json } from '#app/lib/database.types.ts';
import { Button } from '#app/ui/button.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { useEditor } from '../kit/edit/use-editor.ts';
import { refusalOf } from '../kit/refusal.ts';
import { faqCompare } from './faq-compare.ts';
import { faqForm } from './faq-form.ts';
import { type StoredGroup, saveSettings } from './settings-data.ts';
import { SettingsFrame } from './settings-frame.tsx';

type FaqEditorProps = {
  version: number | null;
  column: Json;
  /** What the questions look like to shoppers. */
  preview?: (questions: Question[]) => ReactNode;
};

/** The questions that shoppers find answered: add, order, change, remove. */
export function FaqEditor({ version, column, preview }: FaqEditorProps) {
  const t = useTranslations('admin-settings', adminSettingsMessages);
  const form = useForm({
    resolver: zodResolver(faqForm),
    defaultValues: { questions: questionsOf(column) },
  });
  const { register, control, watch, formState } = form;
  const list = useFieldArray({ control, name: 'questions' });
  const { errors } = formState;
  const opened: StoredGroup = { version, column };
  const editor = useEditor(form, {
    row: opened,
    filled: (row) => ({ questions: questionsOf(row.column) }),
    write: ({ questions: rows }, over) =>
      saveSettings(
        over,
        'faq',
        rows.map((row) => ({ ...row })),
      ),
    compare: faqCompare,
    saved: () => t('saved', { group: t('faq') }),
    failed: (error) => `${t('saveFailed')}: ${refusalOf(error)}`,
  });
  return (
    <SettingsFrame editor={editor} labels={{}} className="grid gap-5">
      {list.fields.length === 0 ? <p className="text-ink-soft">{t('noQuestions')}</p> : null}
      <ol className="grid gap-4">
        {list.fields.map((field, index) => {
          const number = index + 1;
          const wrong = errors.questions?.[index];
          return (
            <li key={field.id} className="grid gap-3 rounded-card border bg-surface p-4">
              <TextField
                label={t('question', { number })}
                error={wrong?.question?.message}
                {...register(`questions.${index}.question`)}
              />
              <TextareaField
                label={t('answer', { number })}
                rows={3}
                error={wrong?.answer?.message}
                {...register(`questions.${index}.answer`)}
              />
              <div className="flex justify-end gap-1">
                <Button
                  variant="quiet"
                  size="icon"
                  disabled={index === 0}
                  aria-label={t('earlier', { number })}
                  onClick={() => list.move(index, index - 1)}
                >
                  <ArrowUp className="size-4" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  disabled={number === list.fields.length}
                  aria-label={t('later', { number })}
                  onClick={() => list.move(index, number)}
                >
                  <ArrowDown className="size-4" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('removeQuestion', { number })}
                  onClick={() => list.remove(index)}
                >
                  <Trash2 className="size-4" />
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
      <Button
        variant="outline"
        className="justify-self-start"
        onClick={() => list.append({ question: '', answer: '' })}
      >
        {t('addQuestion')}
      </Button>
      {preview?.(watch('questions'))}
    </SettingsFrame>
  );
}
