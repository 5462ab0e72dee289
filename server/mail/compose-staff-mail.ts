import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { formatMoney } from '../../app/i18n/format.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import type { Language } from '../../app/i18n/languages.ts';
import englishStaffMail from '../../app/i18n/texts/en/staff-mail.json' with { type: 'json' };
import type { PlainKey, Translator } from '../../app/i18n/translations.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { StaffNotificationItem } from '../../app/lib/json-columns.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { mailButton, smallPrint, storeMail } from './mail-frame.ts';
import { mailTranslations } from './mail-translations.ts';

/** What somebody on the staff is told: a topic, with everything that happened since the last time. */
export type StaffNotification =
  Database['public']['Functions']['staff_notifications_to_send']['Returns'][number];

type T = Translator<typeof englishStaffMail>;

/** Happenings that are listed; a flood of more is counted. */
const MOST_LINES = 20;

const translator = (language: Language): T => mailTranslations(language, 'staff-mail', englishStaffMail);

/** The path of the office's page with what a notification is about: the order or product itself if it is the only one. */
export function staffPagePath({ topic, items }: Pick<StaffNotification, 'topic' | 'items'>): string {
  if (topic === 'failed_job') return '/admin/failed-jobs';
  const [first, ...others] = new Set(items.map(({ id }) => id));
  const only = others.length === 0 ? first : undefined;
  if (topic === 'for_me') {
    if (!only) return '/admin/for-me';
    if (items.every(({ happening }) => happening?.startsWith('request'))) return '/admin/requests';
    if (!items[0]?.number) return `/admin/customers?tab=messages&conversation=${only}`;
  }
  if (topic === 'low_stock') return only ? `/admin/products/edit/${only}` : '/admin/products?stock=low';
  return only ? `/admin/orders?order=${only}` : '/admin/orders';
}

/** The subject of a notification, which is all that WhatsApp shows. */
export function staffSubject({ topic, items }: StaffNotification, brand: Brand): string {
  const t = translator(brand.defaultLanguage);
  return withoutIsolation(oneLine(t(`${topic}Subject`, { count: items.length, store: brand.name })));
}

/**
 * Composes a mail to somebody on the staff; escapes all input. It names no customers, as mail needs no second step.
 * @param id stays the same for every attempt
 * @param brand the brand in the recipient's language
 * @param pageUrl URL of the page with what it is about
 * @param settingsUrl URL of the page where the recipient chose it
 */
export function composeStaffMail(
  notification: StaffNotification,
  brand: Brand,
  { id, pageUrl, settingsUrl }: { id: string; pageUrl: string; settingsUrl: string },
): Message {
  const { topic, items } = notification;
  const t = translator(brand.defaultLanguage);
  const lines = items.slice(0, MOST_LINES).map((item) => lineOf(item, notification, brand, t));
  if (items.length > MOST_LINES) lines.push(t('more', { count: items.length - MOST_LINES }));
  const isOneOrder = pageUrl.includes('?order=') || pageUrl.includes('&order=');
  const see = t(isOneOrder ? 'oneOrderSee' : `${topic}See`);
  const subject = staffSubject(notification, brand);
  const why = t('why', { store: brand.name });
  const mail = storeMail(brand, pageUrl, {
    id: `staff-${id}`,
    kind: `staff_${topic}`,
    to: notification.email,
    subject,
    text: [lines.join('\n'), `${see}: ${pageUrl}`, `${why}: ${settingsUrl}`],
    body: `<p style="margin:0 0 24px">${lines.map(escapeHtml).join('<br>')}</p>
${mailButton(brand, pageUrl, see)}
<p style="margin:0;${smallPrint}"><a href="${escapeHtml(settingsUrl)}" style="color:inherit">${escapeHtml(why)}</a></p>`,
  });
  // A job may have failed because the mail server refuses the store's own sender.
  return topic === 'failed_job' ? { ...mail, from: { name: mail.from?.name ?? brand.name } } : mail;
}

function lineOf(item: StaffNotificationItem, { topic }: StaffNotification, brand: Brand, t: T): string {
  const { number = '', total = 0, name = '', variant = '', stock = 0, happening = '', note = '' } = item;
  switch (topic) {
    case 'new_order':
      return t('orderLine', {
        number,
        total: formatMoney(toPiastres(total), brand.currency, brand.defaultLanguage),
      });
    case 'problem':
      return t('problemLine', { number, happening: happeningText(happening, t) });
    case 'for_me':
      return [
        number
          ? t('problemLine', { number, happening: happeningText(happening, t) })
          : happeningText(happening, t),
        oneLine(note),
      ]
        .filter(Boolean)
        .join(' – ');
    case 'low_stock': {
      const product = oneLine(name);
      const what = variant ? t('variant', { product, variant: oneLine(variant) }) : product;
      return t('stockLine', { name: what, count: stock });
    }
    case 'failed_job':
      return t('jobLine', { job: happening, why: oneLine(note) });
  }
}

const happenings = [
  'attempt_failed',
  'returned_to_sender',
  'returns',
  'payment_held',
  'payment_mismatched',
  'refund_failed',
  'booking_failed',
  'assigned',
  'mentioned',
  'conversation',
  'return_assigned',
  'request_assigned',
  'request_approved',
  'request_refused',
  'request_changed',
  'request_order_cancelled',
  'request_product_deleted',
  'request_expired',
] as const satisfies readonly PlainKey<typeof englishStaffMail>[];

/** A newer database may name a happening that this server does not know. */
function happeningText(happening: string, t: T): string {
  const known = happenings.find((one) => one === happening);
  return known ? t(known) : happening;
}
