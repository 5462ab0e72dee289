import { z } from 'zod';
import { questionTexts, type StoredQuestion } from '#app/content/questions.ts';
import { adminFaqTexts } from '#app/i18n/texts/admin-faq.ts';
import type englishAdminFaq from '#app/i18n/texts/en/admin-faq.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';

const message = (key: PlainKey<typeof englishAdminFaq>) => () => adminFaqTexts()(key);
const textUpTo = (length: number) => limitedText(length, message('tooLong'));

/** Schema of a question and its answer. */
export const questionForm = z.object(
  withTranslations({
    question: textUpTo(500).min(1, { error: message('questionMissing') }),
    answer: textUpTo(5000).min(1, { error: message('answerMissing') }),
  }),
);

export type QuestionForm = z.output<typeof questionForm>;

/** Returns the columns that the form changes in a stored question. */
export const questionColumns = (form: QuestionForm, stored: StoredQuestion | null) => ({
  question: form.question,
  answer: form.answer,
  translations: translationsColumn(questionTexts, form, stored?.translations),
});

/** Returns the form values of a question; empty for a new one. */
export const questionFormValues = (row: StoredQuestion | null): QuestionForm => ({
  ...translatedValues(questionTexts, row?.translations),
  question: row?.question ?? '',
  answer: row?.answer ?? '',
});
