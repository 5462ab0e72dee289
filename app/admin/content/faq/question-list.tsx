import { useMemo } from 'react';
import { FaqList } from '#app/content/faq-list.tsx';
import { questionTexts, type StoredQuestion } from '#app/content/questions.ts';
import { languages } from '#app/i18n/languages.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { adminFaqTexts } from '#app/i18n/texts/admin-faq.ts';
import { translatedRow, translationOf } from '#app/i18n/translated-row.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { rowWithFacts } from '#app/store/fact-texts.ts';
import type { DeliveryFee } from '#app/store/facts.ts';
import { toastName } from '#app/ui/toast.ts';
import { CopyLink } from '../../copy-to-stores/copy-link.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { TranslatedInput } from '../../ui/resource/inputs.tsx';
import { OrderedList } from '../../ui/resource/ordered-list.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { addRow, saveRow } from '../../ui/resource/rows.ts';
import { ContradictionNotice, type NamedText } from '../facts/contradiction-notice.tsx';
import { FactNames } from '../facts/fact-names.tsx';
import { useStoreFacts } from '../facts/use-store-facts.ts';
import { Preview } from '../preview.tsx';
import { orderQuestions, readStoredQuestions } from './faq-data.ts';
import { type QuestionForm, questionColumns, questionForm, questionFormValues } from './question-form.ts';

const column = columnsOf<StoredQuestion>();

/** The resource of the store's questions; a new one gets the given position. `texts`: the facts they can name. */
function useQuestions(
  nextPosition: number,
  texts: ReturnType<typeof useStoreFacts>['texts'],
): Resource<StoredQuestion, QuestionForm> {
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
            <FactNames texts={texts} />
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
    [t, tAdmin, nextPosition, texts],
  );
}

/** A question's texts in each language. */
const textsOf = (row: StoredQuestion): NamedText[] =>
  languages.map((language) => {
    const { question, answer } = {
      ...row,
      ...(language !== 'en' && translationOf(row.translations, language)),
    };
    return { name: String(question), text: `${question}\n${answer}`, language };
  });

type QuestionsProps = { questions: StoredQuestion[]; fees: DeliveryFee[] };

/** The store's questions in display order, with a preview as shoppers see them. */
export function Questions({ questions, fees }: QuestionsProps) {
  const t = adminContentTexts();
  const { facts, texts } = useStoreFacts(fees);
  const resource = useQuestions(Math.max(-1, ...questions.map(({ position }) => position)) + 1, texts);
  return (
    <>
      {questions.length > 0 ? <CopyLink kind="questions" /> : null}
      <ContradictionNotice texts={questions.flatMap(textsOf)} facts={facts} factTexts={texts} />
      <OrderedList resource={resource} rows={questions} order={orderQuestions}>
        {(ordered) =>
          ordered.length > 0 ? (
            <Preview text={t('faqPreview')}>
              <FaqList
                questions={ordered.map((row) => translatedRow(rowWithFacts(row, questionTexts, texts)))}
              />
            </Preview>
          ) : null
        }
      </OrderedList>
    </>
  );
}
