import { z } from 'zod';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { pageWords } from '#app/messages/words.ts';

type Key = 'questionMissing' | 'answerMissing' | 'tooLong';
const say = (key: Key) => () => pageWords(settingsWords)(key);

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
