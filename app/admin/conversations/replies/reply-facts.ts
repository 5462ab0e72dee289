import { formatDate, formatMoney } from '#app/i18n/format.ts';
import type { Language } from '#app/i18n/languages.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { OrderStatus } from '#app/orders/order-steps.ts';
import { type FactTexts, factNames } from '#app/store/facts.ts';

/** Names of the facts of a customer and their order that a saved reply can contain, such as `{tracking}`. */
const orderFactNames = [
  'name',
  'order',
  'total',
  'status',
  'tracking',
  'tracking_link',
  'delivery_day',
] as const;

/** All facts that a saved reply can contain (docs/product.md, Facts in texts). */
export const replyFactNames = [...orderFactNames, ...factNames] as const;

export type ReplyFactName = (typeof replyFactNames)[number];

/** The facts for a reply as texts in one language; '' for one that is not known. */
export type ReplyFacts = Readonly<Record<ReplyFactName, string>>;

/** What a reply says of an order; `total` in pounds, `slot_date` such as 2026-12-01. */
export type RepliedOrder = {
  number: string;
  total: number;
  status: OrderStatus;
  slot_date: string | null;
  shipments: {
    number: number;
    state: string;
    carrier_name: string;
    tracking_number: string | null;
    tracking_url: string | null;
  }[];
};

/** What has become of an order, within a sentence to its customer: "Your order is {status}." */
const statuses: Record<Language, Record<OrderStatus, string>> = {
  en: {
    awaiting_payment: 'waiting for its payment',
    pending: 'received',
    confirmed: 'confirmed',
    in_production: 'being prepared',
    partly_sent: 'partly on its way',
    shipped: 'on its way',
    partly_delivered: 'partly delivered',
    delivered: 'delivered',
    returned_to_sender: 'on its way back to us',
    return_requested: 'reported to us as a problem',
    partly_returned: 'partly returned',
    returned: 'returned',
    cancelled: 'cancelled',
  },
  ar: {
    awaiting_payment: 'في انتظار الدفع',
    pending: 'تم استلامه',
    confirmed: 'تم تأكيده',
    in_production: 'قيد التجهيز',
    partly_sent: 'في الطريق إليك جزء منه',
    shipped: 'في الطريق إليك',
    partly_delivered: 'تم توصيل جزء منه',
    delivered: 'تم توصيله',
    returned_to_sender: 'في طريق العودة إلينا',
    return_requested: 'وصلنا بلاغ عنه',
    partly_returned: 'تم إرجاع جزء منه',
    returned: 'تم إرجاعه',
    cancelled: 'تم إلغاؤه',
  },
};

/**
 * Returns the facts for a reply in a language.
 * @param name the customer's
 * @param order the order in question, if there is one
 */
export function replyFacts(
  store: FactTexts,
  { name, order, currency }: { name: string; order: RepliedOrder | undefined; currency: string },
  language: Language,
): ReplyFacts {
  const sent = order?.shipments
    .toSorted((a, b) => b.number - a.number)
    .find(({ state, tracking_number }) => state !== 'cancelled' && tracking_number);
  return {
    ...store,
    name,
    order: order?.number ?? '',
    total: order ? formatMoney(toPiastres(order.total), currency, language) : '',
    status: order ? statuses[language][order.status] : '',
    tracking: sent ? [sent.carrier_name, sent.tracking_number].filter(Boolean).join(' ') : '',
    tracking_link: sent?.tracking_url ?? '',
    delivery_day: order?.slot_date ? formatDate(`${order.slot_date}T12:00:00Z`, language) : '',
  };
}

const placeholder = /\{([a-z_]+)\}/g;

/** The facts that a text names in braces, each once. */
export function unfilledFacts(text: string): ReplyFactName[] {
  const named = new Set([...text.matchAll(placeholder)].map(([, name]) => name));
  return replyFactNames.filter((name) => named.has(name));
}

/** Fills the known facts into a reply; unknown ones keep their braces. */
export function filledReply(text: string, facts: ReplyFacts): string {
  return text.replace(placeholder, (typed, name: string) => {
    const known = replyFactNames.find((one) => one === name);
    return (known && facts[known]) || typed;
  });
}
