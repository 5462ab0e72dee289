import { z } from 'zod';
import contentMessages from '#app/i18n/messages/en/content.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { emailText } from '#app/lib/email-text.ts';
import { limitedText } from '#app/lib/limited-text.ts';

type Key = 'nameMissing' | 'emailInvalid' | 'messageMissing';
const message = (key: Key) => () => getTranslations('content', contentMessages)(key);
const tooLong = (count: number) => () => getTranslations('content', contentMessages)('tooLong', { count });
const textUpTo = (count: number) => limitedText(count, tooLong(count));

/** Contact form; the database applies the same rules. */
export const contactForm = z.object({
  name: textUpTo(120).min(1, { error: message('nameMissing') }),
  email: emailText(message('emailInvalid'), 320, tooLong(320)),
  subject: textUpTo(200),
  message: textUpTo(5000).min(1, { error: message('messageMissing') }),
});

export type ContactMessage = z.output<typeof contactForm>;
