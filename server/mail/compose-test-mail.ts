import { randomUUID } from 'node:crypto';
import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import type { Language } from '../../app/i18n/languages.ts';
import englishTestMail from '../../app/i18n/texts/en/test-mail.json' with { type: 'json' };
import { storeMail } from './mail-frame.ts';
import { mailTranslations } from './mail-translations.ts';

/** Composes the message with which a store's owner tests whether mail arrives. */
export function composeTestMail(
  brand: Brand,
  { to, language, pageUrl }: { to: string; language: Language; pageUrl: string },
): Message {
  const t = mailTranslations(language, 'test-mail', englishTestMail);
  const subject = oneLine(t('subject', { store: brand.name }));
  const lead = t('lead', { store: brand.name });
  return storeMail({ ...brand, defaultLanguage: language }, pageUrl, {
    id: `test-${randomUUID()}`,
    kind: 'test',
    to,
    subject,
    text: [lead],
    body: `<p style="margin:0">${escapeHtml(lead)}</p>`,
  });
}
