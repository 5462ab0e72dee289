import { useMemo } from 'react';
import { FaqList } from '#app/content/faq-list.tsx';
import type { StoredQuestion } from '#app/content/questions.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { adminFaqTexts } from '#app/i18n/texts/admin-faq.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { toastName } from '#app/ui/toast.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { TranslatedInput } from '../../ui/resource/inputs.tsx';
import { OrderedList } from '../../ui/resource/ordered-list.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { addRow, saveRow } from '../../ui/resource/rows.ts';
import { Preview } from '../preview.tsx';
import { orderQuestions, readStoredQuestions } from './faq-data.ts';
import {
  type QuestionForm,
  questionColumns,
  questionForm,
  questionFormValues,
  questionTexts,
} from './question-form.ts';

const column = columnsOf<StoredQuestion>();

/** The resource of the store's questions; a new one gets the given position. */
function useQuestions(nextPosition: number): Resource<StoredQuestion, QuestionForm> {
  const t = adminFaqTexts();
  const tAdmin = adminTexts();
  return useMemo(
    () => ({
      list: 'faq',
      entity: 'question',
      title: t('title'),
      nameOf: (row) => translatedRow(row).question,
      sort: 'place',
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      columns: column.columns([
        column.accessor((row) => translatedRow(row).question, {
          id: 'question',
          header: t('question'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor((row) => translatedRow(row).answer, {
          id: 'answer',
          header: t('answer'),
          enableSorting: false,
          meta: { from: '2xl', hiddenWhenFolded: true, className: 'w-full max-w-0 truncate text-ink-soft' },
        }),
      ]),
      form: {
        schema: questionForm,
        values: questionFormValues,
        translated: questionTexts,
        labels: { question: t('question'), answer: t('answer') },
        fields: () => (
          <>
            <TranslatedInput name="question" />
            <TranslatedInput name="answer" rows={5} />
          </>
        ),
        write: (values, base) =>
          base
            ? saveRow('faq_questions', base, questionColumns(values, base), async (id) =>
                (await readStoredQuestions()).find((one) => one.id === id),
              )
            : addRow('faq_questions', {
                ...questionColumns(values, null),
                tenant_id: pageTenant(),
                position: nextPosition,
              }),
        title: ({ kind }) => t(kind === 'edit' ? 'editTitle' : 'add'),
        save: () => t('save'),
        saved: ({ question }) => tAdmin('saved', { name: toastName(question) }),
        failed: (error) => {
          const isTaken = error instanceof BackendError && error.code === '23505';
          return `${t('saveFailed')}: ${isTaken ? t('twice') : errorMessage(error)}`;
        },
      },
      deletes: { table: 'faq_questions', failed: t('deleteFailed') },
    }),
    [t, tAdmin, nextPosition],
  );
}

/** The store's questions in display order, with a preview as shoppers see them. */
export function Questions({ questions }: { questions: StoredQuestion[] }) {
  const t = adminContentTexts();
  const resource = useQuestions(Math.max(-1, ...questions.map(({ position }) => position)) + 1);
  return (
    <OrderedList resource={resource} rows={questions} order={orderQuestions}>
      {(ordered) =>
        ordered.length > 0 ? (
          <Preview text={t('faqPreview')}>
            <FaqList questions={ordered.map((row) => translatedRow(row))} />
          </Preview>
        ) : null
      }
    </OrderedList>
  );
}
