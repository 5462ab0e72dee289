import { z } from 'zod';
import contentMessages from '#app/i18n/messages/en/content.json';
import { getTranslations } from '#app/i18n/translations.ts';

type Key = 'nameMissing' | 'emailInvalid' | 'messageMissing' | 'tooLong';
const say = (key: Key) => () => getTranslations('content', contentMessages)(key);

/** What somebody writes on the contact page; the database checks the same. */
export const contactForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: say('nameMissing') })
    .max(120, { error: say('tooLong') }),
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: say('emailInvalid') }).max(320, { error: say('tooLong') })),
  subject: z
    .string()
    .trim()
    .max(200, { error: say('tooLong') }),
  message: z
    .string()
    .trim()
    .min(1, { error: say('messageMissing') })
    .max(5000, { error: say('tooLong') }),
});

export type ContactMessage = z.output<typeof contactForm>;
