import type { Brand } from '../../app/brands/brand.ts';
import { formatMoney } from '../../app/i18n/format.ts';
import englishOrderMails from '../../app/i18n/texts/en/order-mails.json' with { type: 'json' };
import type { Translator } from '../../app/i18n/translations.ts';
import { asMessage, factsIn, isMessageKey } from '../../app/lib/message-words.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { typedText } from './mail-text.ts';
import { mailTranslations } from './mail-translations.ts';
import type { OrderNotification } from './order-notification.ts';

/**
 * The texts of messages about an order in the brand's language: the store's own words, or else the defaults (docs/product.md, Words
 * of messages).
 */
export function orderMailTexts(
  { words, order }: Pick<OrderNotification, 'words' | 'order'>,
  brand: Brand,
): Translator<typeof englishOrderMails> {
  const language = brand.defaultLanguage;
  const facts = {
    store: brand.name,
    number: order.number,
    name: typedText(order.customer_name),
    total: formatMoney(toPiastres(order.charged), brand.currency, language),
  };
  const own = Object.entries(words[language] ?? {}).flatMap(([key, text]) =>
    isMessageKey(key) ? [[key, asMessage(text, factsIn(englishOrderMails[key]), facts)]] : [],
  );
  return mailTranslations(language, 'order-mails', englishOrderMails, Object.fromEntries(own));
}
