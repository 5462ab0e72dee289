import { z } from 'zod';
import { contentTexts } from '#app/i18n/texts/content.ts';
import type { ContactMessage } from '#app/lib/context.ts';
import { emailText, limitedText } from '#app/lib/text-schemas.ts';

type Key = 'nameMissing' | 'emailInvalid' | 'messageMissing';
const message = (key: Key) => () => contentTexts()(key);
const tooLong = (count: number) => () => contentTexts()('tooLong', { count });
const textUpTo = (count: number) => limitedText(count, tooLong(count));

/** Contact form; the database applies the same rules. */
export const contactForm = z.object({
  name: textUpTo(120).min(1, { error: message('nameMissing') }),
  email: emailText(message('emailInvalid'), 320, tooLong(320)),
  subject: textUpTo(200),
  message: textUpTo(5000).min(1, { error: message('messageMissing') }),
});

const mailAccount = z.object({
  origin: z.url(),
  serviceId: z.string(),
  templateId: z.string(),
  publicKey: z.string(),
});
export type MailAccount = z.output<typeof mailAccount>;

/**
 * Result of submitting the contact form: the typed values, with the message, its errors, or the reason it was not sent.
 */
export interface ContactAnswer {
  typed: Partial<ContactMessage>;
  message?: ContactMessage;
  errors?: Partial<Record<keyof ContactMessage, string[]>>;
  failure?: string;
  /** The EmailJS account that the page was rendered with. */
  mail?: MailAccount;
}

/** Reads the contact form. */
export function readContactForm(form: FormData): ContactAnswer {
  // Form data has CRLF line breaks.
  const textOf = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  const typed = {
    name: textOf('name'),
    email: textOf('email'),
    subject: textOf('subject'),
    message: textOf('message'),
  };
  const read = contactForm.safeParse(typed);
  const { data: mail } = mailAccount.safeParse(Object.fromEntries(form));
  return {
    typed,
    ...(mail && { mail }),
    ...(read.success ? { message: read.data } : { errors: z.flattenError(read.error).fieldErrors }),
  };
}
