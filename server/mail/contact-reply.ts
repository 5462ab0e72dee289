import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { formatDateTime } from '../../app/i18n/format.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import englishContactReply from '../../app/i18n/texts/en/contact-reply.json' with { type: 'json' };
import type { Database } from '../../app/lib/database.types.ts';
import { smallPrint, storeMail } from './mail-frame.ts';
import { mailTranslations } from './mail-translations.ts';

/** An answer to a contact message, with what the customer wrote before it. */
export type ContactReply = Omit<
  Database['public']['Functions']['reply_to_mail']['Returns'][number],
  'tenant_id' | 'language'
>;

/**
 * Composes the mail of an answer to a contact message, with the question below it; escapes all input.
 * @param brand the brand in the customer's language, which is its `defaultLanguage`
 * @param pageUrl URL of a page of the store
 */
export function composeContactReply(reply: ContactReply, brand: Brand, pageUrl: string): Message {
  const { email, name, body, question } = reply;
  const t = mailTranslations(brand.defaultLanguage, 'contact-reply', englishContactReply);
  const topic = oneLine(reply.subject);
  const subject = withoutIsolation(
    oneLine(topic ? t('subject', { subject: topic }) : t('noSubject', { store: brand.name })),
  );
  const wrote = reply.asked_at
    ? t('wrote', { name: oneLine(name), when: formatDateTime(reply.asked_at, brand.defaultLanguage) })
    : '';
  const quoted = question
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  const paragraph = 'margin:0 0 16px;white-space:pre-line;unicode-bidi:plaintext';
  return storeMail(brand, pageUrl, {
    kind: 'contact_reply',
    to: oneLine(email),
    subject,
    text: [body.trim(), ...(wrote ? [`${wrote}\n${quoted}`] : [])],
    body: `<p style="${paragraph}">${escapeHtml(body.trim())}</p>${
      wrote
        ? `
<p style="margin:24px 0 8px;${smallPrint}">${escapeHtml(wrote)}</p>
<blockquote style="margin:0;padding-inline-start:12px;border-inline-start:3px solid #d1d5db;white-space:pre-line;unicode-bidi:plaintext;${smallPrint}">${escapeHtml(question.trim())}</blockquote>`
        : ''
    }`,
  });
}
