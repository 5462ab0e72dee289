import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { formatDateTime, formatMoney } from '../../app/i18n/format.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import englishPayLinkMail from '../../app/i18n/texts/en/pay-link-mail.json' with { type: 'json' };
import type { Database } from '../../app/lib/database.types.ts';
import type { Filled } from '../../app/lib/filled.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { textMessage } from '../../app/lib/text-message.ts';
import type { PhoneNotification } from '../phone-notifications/phone-sender.ts';
import { mailButton, smallPrint, storeMail } from './mail-frame.ts';
import { typedText } from './mail-text.ts';
import { mailTranslations } from './mail-translations.ts';

/** A link to pay with its recipient; `number` is null for a draft. */
export type PayLinkMessage = Filled<
  Database['public']['Functions']['pay_links_to_send']['Returns'][number],
  'language' | 'number'
>;

/** The sentences of a message with a link to pay, in the brand's language. */
function wordsOf({ number, amount, expires_at }: PayLinkMessage, brand: Brand) {
  const language = brand.defaultLanguage;
  const t = mailTranslations(language, 'pay-link-mail', englishPayLinkMail);
  const store = brand.name;
  const money = formatMoney(toPiastres(amount), brand.currency, language);
  return {
    t,
    subject: number ? t('subject', { number, store }) : t('subjectDraft', { store }),
    lead: number ? t('lead', { number, amount: money, store }) : t('leadDraft', { amount: money, store }),
    until: t('until', { time: formatDateTime(expires_at, language) }),
  };
}

/**
 * Composes the mail with a link to pay as HTML and text; escapes all input.
 * @param pageUrl URL of the page to pay on
 */
export function composePayLinkMail(message: PayLinkMessage, brand: Brand, pageUrl: string): Message {
  const { t, subject, lead, until } = wordsOf(message, brand);
  const name = typedText(message.person);
  const greeting = name ? t('greeting', { name }) : t('greetingUnnamed');
  const body = `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(lead)}</p>
${mailButton(brand, pageUrl, t('pay'))}
<p style="margin:0;${smallPrint}">${escapeHtml(until)}</p>`;
  return storeMail(brand, pageUrl, {
    id: `pay-link-${message.id}`,
    kind: 'pay_link',
    to: message.recipient,
    subject: withoutIsolation(oneLine(subject)),
    text: [greeting, lead, `${t('pay')}: ${pageUrl}`, until],
    body,
  });
}

/** Composes the phone message with a link to pay. The WhatsApp template `pay_link` has store, amount and page. */
export function composePayLinkText(
  message: PayLinkMessage,
  brand: Brand,
  pageUrl: string,
): PhoneNotification {
  const { subject } = wordsOf(message, brand);
  const money = formatMoney(toPiastres(message.amount), brand.currency, brand.defaultLanguage);
  return {
    id: message.id,
    to: message.recipient,
    text: textMessage([subject, pageUrl].map((line) => withoutIsolation(oneLine(line)))),
    template: 'pay_link',
    parameters: [brand.name, withoutIsolation(money), pageUrl],
    language: brand.defaultLanguage,
  };
}
