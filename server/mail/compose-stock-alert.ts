import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import englishStockAlertMail from '../../app/i18n/texts/en/stock-alert-mail.json' with { type: 'json' };
import type { Database } from '../../app/lib/database.types.ts';
import { mailButton, smallPrint, storeMail } from './mail-frame.ts';
import { typedText } from './mail-text.ts';
import { mailTranslations } from './mail-translations.ts';

/** A variant that is back in stock, with its options and the recipient. */
export type StockAlertMail = Database['public']['Functions']['stock_alerts_to_send']['Returns'][number];

/**
 * Composes a stock alert as HTML and text; escapes all input.
 * @param pageUrl URL of the variant on its product's page
 */
export function composeStockAlert(alert: StockAlertMail, brand: Brand, pageUrl: string): Message {
  const t = mailTranslations(brand.defaultLanguage, 'stock-alert-mail', englishStockAlertMail);
  const name = typedText(alert.person);
  const product = oneLine(alert.product);
  const what = alert.variant ? t('variant', { product, variant: oneLine(alert.variant) }) : product;
  const subject = withoutIsolation(oneLine(t('subject', { what })));
  const greeting = name ? t('greeting', { name }) : t('greetingUnnamed');
  const lead = t('lead', { what, store: brand.name });
  const body = `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(lead)}</p>
${mailButton(brand, pageUrl, t('see'))}
<p style="margin:0;${smallPrint}">${escapeHtml(t('once'))}</p>`;
  return storeMail(brand, pageUrl, {
    id: `stock-alert-${alert.id}`,
    kind: 'back_in_stock',
    to: alert.email,
    subject,
    text: [greeting, lead, `${t('see')}: ${pageUrl}`, t('once')],
    body,
  });
}
