import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import { addressLines } from '../../app/addresses/address-lines.ts';
import { isGovernorate } from '../../app/addresses/governorates.ts';
import type { Brand } from '../../app/brands/brand.ts';
import { formatDate, formatDays, formatMoney, formatParts } from '../../app/i18n/format.ts';
import governoratesMessages from '../../app/i18n/messages/en/governorates.json' with { type: 'json' };
import orderMailsMessages from '../../app/i18n/messages/en/order-mails.json' with { type: 'json' };
import type { Translator } from '../../app/i18n/translations.ts';
import { orderArrival } from '../../app/lib/arrival.ts';
import { moneyBack, toPiastres } from '../../app/lib/money.ts';
import { optionsText } from '../../app/lib/options-text.ts';
import { returnDaysOf, shippingOf } from '../../app/lib/public-settings.ts';
import { mailButton, mailFrame, smallPrint } from './mail-frame.ts';
import { typedText } from './mail-text.ts';
import { mailTranslations } from './mail-translations.ts';
import type { OrderMail } from './order-mail.ts';

/**
 * Composes a mail about an order as HTML and text; escapes all input.
 * @param pageUrl URL of the order's page
 */
export function composeOrderMail(mail: OrderMail, brand: Brand, pageUrl: string): Message {
  const { order } = mail;
  const contact = mail.contact_email || brand.contactEmail;
  const money = (pounds: number) => formatMoney(toPiastres(pounds), brand.currency, brand.defaultLanguage);
  const came = mail.paid_through ?? { amount: order.total, currency: brand.currency };
  const t = mailTranslations(brand.defaultLanguage, 'order-mails', orderMailsMessages);
  const name = typedText(order.customer_name);
  const letter: Letter = {
    t,
    subject: oneLine(t(mail.kind, { number: order.number, store: brand.name })),
    greeting: name ? t('greeting', { name }) : t('greetingUnnamed'),
    lead: leadOf(
      mail,
      t,
      money(order.total),
      formatMoney(toPiastres(came.amount), came.currency, brand.defaultLanguage),
    ),
    bank: mail.bank_details.trim(),
    rows: order.lines.map((line) => ({
      name: `${line.quantity} × ${oneLine(line.name)}`,
      detail: typedText(optionsText(line, line.customization_id ? t('customized') : '')),
      amount: money(line.total),
    })),
    sums: sumsOf(order, t, money),
    back: backOf(order, t, formatMoney(toPiastres(came.amount), came.currency, brand.defaultLanguage)),
    delivery: deliveryOf(mail, brand, t),
    sender: [brand.name, contact].filter(Boolean),
    pageUrl,
  };
  return {
    id: `order-mail-${mail.id}`,
    kind: `order_${mail.kind}`,
    to: order.customer_email,
    subject: letter.subject,
    text: asText(letter),
    html: asHtml(letter, brand),
  };
}

type T = Translator<typeof orderMailsMessages>;

/** The first sentences of a mail; `back` is the refunded amount. */
function leadOf({ kind, order, note, returns }: OrderMail, t: T, total: string, back: string): string {
  switch (kind) {
    case 'placed':
      return order.payment_method === 'bank_transfer' && order.payment_status === 'unpaid'
        ? t('leadTransfer', { total, number: order.number })
        : t('leadPlaced');
    case 'paid':
      return t('leadPaid', { total });
    case 'shipped':
      return order.payment_method === 'cash_on_delivery' ? t('leadShippedCash', { total }) : t('leadShipped');
    case 'delivered':
      return t('leadDelivered', { days: returnDaysOf(returns).faultDays });
    case 'cancelled': {
      const reason = typedText(note.replace(/\.$/, ''));
      const cancelled = reason ? t('leadCancelledWhy', { reason }) : t('leadCancelled');
      if (order.payment_status === 'refunded') return `${cancelled} ${t('leadRefunded', { amount: back })}`;
      return order.payment_status === 'refund_due'
        ? `${cancelled} ${t('refundDue', { amount: back })}`
        : cancelled;
    }
    case 'refunded':
      return t('leadRefunded', { amount: back });
    case 'note':
      return note;
  }
}

interface Letter {
  t: T;
  subject: string;
  greeting: string;
  lead: string;
  bank: string;
  rows: { name: string; detail: string; amount: string }[];
  sums: [label: string, amount: string][];
  /** Refunded amount, shown below the total. */
  back: [label: string, amount: string][];
  delivery: string[];
  sender: string[];
  pageUrl: string;
}

function sumsOf(order: OrderMail['order'], t: T, money: (pounds: number) => string): Letter['sums'] {
  const sums: Letter['sums'] = [[t('subtotal'), money(order.subtotal)]];
  const code = order.discount_code;
  if (order.discount_total > 0)
    sums.push([code ? t('discountCode', { code }) : t('discount'), `−${money(order.discount_total)}`]);
  if (order.points_value > 0) sums.push([t('points'), `−${money(order.points_value)}`]);
  const free = code && order.discount_total === 0 ? t('freeCode', { code }) : t('free');
  sums.push([t('shipping'), order.shipping_total === 0 ? free : money(order.shipping_total)]);
  sums.push([t('total'), money(order.total)]);
  return sums;
}

function backOf(order: OrderMail['order'], t: T, amount: string): Letter['back'] {
  const back = moneyBack(order);
  return back ? [[t(`back_${back}`), `−${amount}`]] : [];
}

function deliveryOf({ order, shipping }: OrderMail, brand: Brand, t: T): string[] {
  const language = brand.defaultLanguage;
  const arrival = orderArrival(order, shippingOf(brand, shipping));
  const slot =
    order.slot_date && order.slot_from && order.slot_to
      ? formatParts(
          [
            formatDate(order.slot_date, language),
            `${order.slot_from.slice(0, 5)} – ${order.slot_to.slice(0, 5)}`,
          ],
          language,
        )
      : arrival && t('arrives', { days: formatDays(arrival.from, arrival.until, language) });
  const tGovernorates = mailTranslations(language, 'governorates', governoratesMessages);
  const address = addressLines(order.address, {
    floor: (floor) => t('floor', { floor }),
    apartment: (apartment) => t('apartment', { apartment }),
    governorate: (name) => (isGovernorate(name) ? tGovernorates(name) : name),
    listed: (parts) => formatParts(parts, language),
  });
  return [...address.map(typedText), t(order.shipping_method), slot ?? ''].filter(Boolean);
}

function asText(letter: Letter): string {
  const { t } = letter;
  const rows = letter.rows.map(
    ({ name, detail, amount }) => `${name}${detail ? ` (${detail})` : ''}: ${amount}`,
  );
  const parts = [
    letter.greeting,
    letter.lead,
    ...(letter.bank ? [`${t('transferTo')}\n${letter.bank}`] : []),
    rows.join('\n'),
    [...letter.sums, ...letter.back].map(([label, amount]) => `${label}: ${amount}`).join('\n'),
    `${t('delivery')}:\n${letter.delivery.join('\n')}`,
    `${t('seeOrder')}: ${letter.pageUrl}`,
    letter.sender.join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** What people typed, with the direction of its own letters: a house number stays beside an Arabic street. */
const isolated = (text: string) => `<span dir="auto">${escapeHtml(text)}</span>`;

const cell = 'padding:8px 0;vertical-align:top;border-bottom:1px solid #e5e7eb';

function asHtml(letter: Letter, brand: Brand): string {
  const { t } = letter;
  const rows = letter.rows.map(
    ({ name, detail, amount }) =>
      `<tr><td style="${cell}">${isolated(name)}${
        detail ? `<br><span style="${smallPrint}">${escapeHtml(detail)}</span>` : ''
      }</td><td style="${cell};text-align:right;white-space:nowrap">${escapeHtml(amount)}</td></tr>`,
  );
  const last = letter.sums.length - 1;
  const sums = [...letter.sums, ...letter.back].map(([label, amount], index) => {
    const weight = index === last ? ';font-weight:700;font-size:18px' : '';
    return `<tr><td style="padding:6px 0${weight}">${escapeHtml(label)}</td><td style="padding:6px 0;text-align:right;white-space:nowrap${weight}">${escapeHtml(amount)}</td></tr>`;
  });
  const bank = letter.bank
    ? `<p style="margin:0 0 24px;padding:16px;border-radius:8px;background:#f3f4f6;white-space:pre-line">${escapeHtml(letter.bank)}</p>`
    : '';
  const body = `<p style="margin:0 0 16px">${escapeHtml(letter.greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(letter.lead)}</p>
${bank}
${mailButton(brand, letter.pageUrl, t('seeOrder'))}
<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 8px">${rows.join('\n')}</table>
<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${sums.join('\n')}</table>
<p style="margin:0 0 4px;font-weight:600">${escapeHtml(t('delivery'))}</p>
<p style="margin:0;${smallPrint}">${letter.delivery.map(isolated).join('<br>')}</p>`;
  return mailFrame(brand, letter.subject, body, letter.sender);
}
