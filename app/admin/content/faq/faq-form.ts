import { z } from 'zod';
import adminFaqMessages from '#app/i18n/messages/en/admin-faq.json';
import { getTranslations } from '#app/i18n/translations.ts';

type Key = 'questionMissing' | 'answerMissing' | 'tooLong';
const message = (key: Key) => () => getTranslations('admin-faq', adminFaqMessages)(key);

/** Schema of a question and its answer. */
export const questionForm = z.object({
  question: z
    .string()
    .trim()
    .min(1, { error: message('questionMissing') })
    .max(500, { error: message('tooLong') }),
  answer: z
    .string()
    .trim()
    .min(1, { error: message('answerMissing') })
    .max(5000, { error: message('tooLong') }),
});

export type QuestionForm = z.output<typeof questionForm>;
