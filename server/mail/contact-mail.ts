import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import englishContactMail from '../../app/i18n/texts/en/contact-mail.json' with { type: 'json' };
import type { ContactMessage } from '../../app/lib/context.ts';
import { smallPrint, storeMail } from './mail-frame.ts';
import { mailTranslations } from './mail-translations.ts';

/**
 * Composes the mail that passes a contact message to the store, which answers its sender; escapes all input.
 * @param pageUrl URL of a page of the store
 */
export function composeContactMail(
  contactMessage: ContactMessage,
  brand: Brand,
  { to, pageUrl }: { to: string; pageUrl: string },
): Message {
  const { name, email, message } = contactMessage;
  const t = mailTranslations(brand.defaultLanguage, 'contact-mail', englishContactMail);
  const topic = contactMessage.subject.trim() || t('noSubject');
  const subject = withoutIsolation(oneLine(t('subject', { store: brand.name, subject: topic, name })));
  const answerSubject = t('answer', { subject: oneLine(contactMessage.subject) });
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(answerSubject)}`;
  const sender = `<strong>${escapeHtml(name)}</strong> (<a href="${escapeHtml(answer)}">${escapeHtml(email)}</a>)`;
  return storeMail(brand, pageUrl, {
    kind: 'contact_message',
    to,
    subject,
    replyTo: oneLine(email),
    text: [t('wrote', { who: `${oneLine(name)} <${oneLine(email)}>` }), message.trim(), t('whereElse')],
    body: `<p style="margin:0 0 16px">${t('wrote', { who: sender })}</p>
<p style="margin:0 0 16px;white-space:pre-line;unicode-bidi:plaintext">${escapeHtml(message.trim())}</p>
<p style="margin:0;${smallPrint}">${escapeHtml(t('whereElse'))}</p>`,
  });
}
