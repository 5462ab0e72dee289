import { formatMoney } from '#app/i18n/format.ts';
import type { Language } from '#app/i18n/languages.ts';
import { toPiastres } from '#app/lib/money.ts';

/** What a message says of an order; `owes` in pounds. */
export type CalledOrder = {
  number: string;
  owes: number;
  address: { full_name?: string; city?: string };
  items: readonly { name: string; count: number }[];
};

type Facts = Record<'name' | 'store' | 'number' | 'items' | 'total' | 'city', string>;

const messages: Record<Language, (facts: Facts) => string> = {
  en: ({ name, store, number, items, total, city }) =>
    `Hello ${name}, this is ${store}. We tried to call you about your order ${number}: ${items}. ` +
    `It comes to ${city}, and you pay ${total} in cash on delivery. Shall we send it? Please answer yes or no.`,
  ar: ({ name, store, number, items, total, city }) =>
    `أهلًا ${name}، معك ${store}. حاولنا نتصل بك بخصوص طلبك رقم ${number}: ${items}. ` +
    `التوصيل إلى ${city}، والدفع ${total} نقدًا عند الاستلام. نرسل الطلب؟ من فضلك رد بنعم أو لا.`,
};

/**
 * Returns the message that asks a customer to confirm an order, in their language.
 * @param store the store's name in that language
 */
export function callMessage(
  { number, owes, address, items }: CalledOrder,
  { language, store, currency }: { language: Language; store: string; currency: string },
): string {
  const listed = new Intl.ListFormat(language, { type: 'conjunction' });
  return messages[language]({
    name: address.full_name ?? '',
    store,
    number,
    items: listed.format(items.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name))),
    total: formatMoney(toPiastres(owes), currency, language),
    city: address.city ?? '',
  });
}
