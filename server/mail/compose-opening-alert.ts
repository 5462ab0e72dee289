import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import englishOpeningMail from '../../app/i18n/texts/en/opening-mail.json' with { type: 'json' };
import type { Database } from '../../app/lib/database.types.ts';
import { mailButton, smallPrint, storeMail } from './mail-frame.ts';
import { mailTranslations } from './mail-translations.ts';

/** Address of a visitor who asked to hear when the store opens. */
export type OpeningAlertMail = Database['public']['Functions']['opening_alerts_to_send']['Returns'][number];

/**
 * Composes the mail that a store has opened, as HTML and text; escapes all input.
 * @param pageUrl URL of its home page
 */
export function composeOpeningAlert(alert: OpeningAlertMail, brand: Brand, pageUrl: string): Message {
  const t = mailTranslations(brand.defaultLanguage, 'opening-mail', englishOpeningMail);
  const subject = oneLine(t('subject', { store: brand.name }));
  const greeting = t('greeting');
  const lead = t('lead', { store: brand.name });
  const body = `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(lead)}</p>
${mailButton(brand, pageUrl, t('see'))}
<p style="margin:0;${smallPrint}">${escapeHtml(t('once'))}</p>`;
  return storeMail(brand, pageUrl, {
    id: `opening-alert-${alert.id}`,
    kind: 'store_opened',
    to: alert.email,
    subject,
    text: [greeting, lead, `${t('see')}: ${pageUrl}`, t('once')],
    body,
  });
}
