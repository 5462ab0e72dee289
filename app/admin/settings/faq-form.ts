import { z } from 'zod';
import adminSettingsMessages from '#app/i18n/messages/en/admin-settings.json';
import { getTranslations } from '#app/i18n/translations.ts';

type Key = 'questionMissing' | 'answerMissing' | 'tooLong';
const say = (key: Key) => () => getTranslations('admin-settings', adminSettingsMessages)(key);

/** The store's questions and answers, in the order shoppers read them; at most 200. */
export const faqForm = z.object({
  questions: z
    .array(
      z.object({
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
      }),
    )
    .max(200),
});
