import { z } from 'zod';
import contentMessages from '#app/i18n/messages/en/content.json';
import { getTranslations } from '#app/i18n/translations.ts';

type Key = 'nameMissing' | 'emailInvalid' | 'messageMissing' | 'tooLong';
const message = (key: Key) => () => getTranslations('content', contentMessages)(key);

/** Contact form; the database applies the same rules. */
export const contactForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: message('nameMissing') })
    .max(120, { error: message('tooLong') }),
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: message('emailInvalid') }).max(320, { error: message('tooLong') })),
  subject: z
    .string()
    .trim()
    .max(200, { error: message('tooLong') }),
  message: z
    .string()
    .trim()
    .min(1, { error: message('messageMissing') })
    .max(5000, { error: message('tooLong') }),
});

export type ContactMessage = z.output<typeof contactForm>;
