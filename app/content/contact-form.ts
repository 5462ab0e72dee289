import { z } from 'zod';
import contentMessages from '#app/i18n/messages/en/content.json';
import { getTranslations } from '#app/i18n/translations.ts';

type Key = 'nameMissing' | 'emailInvalid' | 'messageMissing';
const message = (key: Key) => () => getTranslations('content', contentMessages)(key);
const limitedText = (count: number) =>
  z
    .string()
    .trim()
    .max(count, { error: () => getTranslations('content', contentMessages)('tooLong', { count }) });

/** Contact form; the database applies the same rules. */
export const contactForm = z.object({
  name: limitedText(120).min(1, { error: message('nameMissing') }),
  email: limitedText(320).pipe(z.email({ error: message('emailInvalid') })),
  subject: limitedText(200),
  message: limitedText(5000).min(1, { error: message('messageMissing') }),
});

export type ContactMessage = z.output<typeof contactForm>;
