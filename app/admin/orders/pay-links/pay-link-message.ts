import { formatMoney } from '#app/i18n/format.ts';
import type { Language } from '#app/i18n/languages.ts';
import { toPiastres } from '#app/lib/money.ts';

type Facts = Record<'store' | 'amount' | 'url', string>;

// The office's texts are loaded in its own language only; the customer may read another one.
const messages: Record<Language, Record<'order' | 'draft', (facts: Facts) => string>> = {
  en: {
    order: ({ store, amount, url }) => `${store}: pay ${amount} here: ${url}`,
    draft: ({ store, amount, url }) => `${store}: your order is ready. See and pay ${amount} here: ${url}`,
  },
  ar: {
    order: ({ store, amount, url }) => `${store}: ادفع ${amount} من هنا: ${url}`,
    draft: ({ store, amount, url }) => `${store}: طلبك جاهز. راجعه وادفع ${amount} من هنا: ${url}`,
  },
};

/**
 * Returns the message with which staff share a link to pay, in the customer's language.
 * @param amount pounds
 * @param store the store's name in that language
 */
export function payLinkMessage(
  { of, amount, url }: { of: 'order' | 'draft'; amount: number; url: string },
  { language, store, currency }: { language: Language; store: string; currency: string },
): string {
  return messages[language][of]({
    store,
    url,
    amount: formatMoney(toPiastres(amount), currency, language),
  });
}
