import { z } from 'zod';
import adminFaqMessages from '#app/i18n/messages/en/admin-faq.json';
import { getTranslations } from '#app/i18n/translations.ts';

type Key = 'questionMissing' | 'answerMissing' | 'tooLong';
const say = (key: Key) => () => getTranslations('admin-faq', adminFaqMessages)(key);

/** A question with its answer as staff enter it. */
export const questionForm = z.object({
  question: z
    .string()
    .trim()
    .min(1, { error: say('questionMissing') })
    .max(500, { error: say('tooLong') }),
  answer: z
    .string()
    .trim()
    .min(1, { error: say('answerMissing') })
    .max(5000, { error: say('tooLong') }),
});

export type QuestionForm = z.output<typeof questionForm>;
