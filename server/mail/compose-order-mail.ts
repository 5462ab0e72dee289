import { escapeHtml, type MailAttachment, type Message, oneLine } from 'embedded-supabase/mail';
import { addressLines } from '../../app/addresses/address-lines.ts';
import { isGovernorate } from '../../app/addresses/governorates.ts';
import type { Brand } from '../../app/brands/brand.ts';
import {
  formatDate,
  formatDateTime,
  formatDays,
  formatMoney,
  formatParts,
  formatSigned,
} from '../../app/i18n/format.ts';
import { isolatedRow } from '../../app/i18n/isolated-row.ts';
import { isolate, withoutIsolation } from '../../app/i18n/isolation.ts';
import type { Language, Texts } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
import englishGovernorates from '../../app/i18n/texts/en/governorates.json' with { type: 'json' };
import englishOrderMailHouses from '../../app/i18n/texts/en/order-mail-houses.json' with { type: 'json' };
import englishOrderMails from '../../app/i18n/texts/en/order-mails.json' with { type: 'json' };
import englishOrderRemarks from '../../app/i18n/texts/en/order-remarks.json' with { type: 'json' };
import type { Translator } from '../../app/i18n/translations.ts';
import { toPiastres, toPounds } from '../../app/lib/money.ts';
import { optionsText } from '../../app/lib/options-text.ts';
import { soldWord } from '../../app/lib/order-line-row.ts';
import { servedPicture } from '../../app/lib/picture-address.ts';
import { orderArrival } from '../../app/shipping/order-arrival.ts';
import { mailButton, smallPrint, storeMail } from './mail-frame.ts';
import { typedText } from './mail-text.ts';
import { mailTranslations } from './mail-translations.ts';
import { mailedRow } from './mailed-row.ts';
import { orderMailTexts } from './order-mail-texts.ts';
import type { OrderNotification } from './order-notification.ts';

/**
 * Composes a mail about an order as HTML and text; escapes all input.
 * @param pageUrl URL of the order's page
 * @param attachments its invoices and credit notes; the mail says where to find missing ones
 */
export function composeOrderMail(
  mail: OrderNotification,
  brand: Brand,
  pageUrl: string,
  attachments: readonly MailAttachment[] = [],
): Message {
  const { order } = mail;
  const money: Money = (pounds, currency = brand.currency) =>
    formatMoney(toPiastres(pounds), currency, brand.defaultLanguage);
  const off: Money = (pounds, currency = brand.currency) =>
    formatSigned(-toPiastres(pounds), currency, brand.defaultLanguage);
  const paid = mail.paid_through ?? { amount: order.received, currency: brand.currency };
  const t = orderMailTexts(mail, brand);
  const name = typedText(order.customer_name);
  const subject = t(mail.kind, { number: order.number, store: brand.name });
  const lead = leadOf(mail, t, money, money(paid.amount, paid.currency), brand.defaultLanguage);
  const letter: Letter = {
    t,
    subject: withoutIsolation(oneLine(order.is_test ? t('testSubject', { subject }) : subject)),
    greeting: name ? t('greeting', { name }) : t('greetingUnnamed'),
    isTyped: mail.kind === 'note' && mail.remark !== 'transfer_rejected' && !order.is_test,
    lead: order.is_test ? `${t('testNote')} ${lead}` : lead,
    house: isAwaited(order) ? '' : houseLine(mail.kind, brand),
    subjectLines: subjectOf(mail, t, brand.defaultLanguage),
    documents: documentsOf(mail, attachments, t),
    bank: mail.bank_details.trim(),
    rows: linesOf(mail)
      .map((line) => mailedRow(line, brand.defaultLanguage))
      .map((line) => ({
        name: `${line.quantity} × ${oneLine(line.name)}`,
        detail: typedText(optionsText(line, line.has_design ? t('customized') : '', soldWord(line))),
        amount: money(line.total),
        picture: pictureOf(line.image, pageUrl),
      })),
    sums: sumsOf(mail, t, money, off),
    back: backOf(mail, t, off),
    payment: paymentOf(mail, t, money),
    delivery: deliveryOf(mail, brand, t),
    pageUrl,
    action: t(mail.kind === 'confirm' ? 'confirmIt' : 'seeOrder'),
  };
  return storeMail(brand, pageUrl, {
    id: `order-mail-${mail.id}`,
    kind: `order_${mail.kind}`,
    to: mail.recipient,
    subject: letter.subject,
    text: asText(letter, directionOf(brand.defaultLanguage)),
    body: asHtml(letter, brand),
    attachments,
  });
}

type T = Translator<typeof englishOrderMails>;
type Direction = ReturnType<typeof directionOf>;

/** Remarks of the store by code. An older server may not know all codes. */
const remarks: Texts = englishOrderRemarks;

const remarkOf = ({ remark }: OrderNotification, language: Language): string =>
  remark && Object.hasOwn(remarks, remark)
    ? mailTranslations(language, 'order-remarks', remarks)(remark)
    : '';

/** The opening sentences. `total` is the order's; `back` is what a cancelled one refunds. */
function leadOf(mail: OrderNotification, t: T, money: Money, back: string, language: Language): string {
  const { kind, order, note, about } = mail;
  const cash = about?.shipment?.cash_due ?? 0;
  const direction = directionOf(language);
  switch (kind) {
    case 'placed':
      if (order.awaited_deposit > 0) {
        const until = formatDateTime(order.confirm_until ?? order.created_at, language);
        return t('leadDeposit', { amount: money(order.awaited_deposit), time: until });
      }
      return order.payment_method === 'bank_transfer' && order.payment_status === 'unpaid'
        ? t('leadTransfer', {
            total: money(order.owes),
            number: order.number,
          })
        : t('leadPlaced');
    case 'confirm':
      return t('leadConfirm', { time: formatDateTime(order.confirm_until ?? order.created_at, language) });
    case 'paid':
      return order.deposit > 0 && order.received < order.charged
        ? t('leadDepositPaid', { rest: money(order.owes) })
        : t('leadPaid', { total: money(order.charged) });
    case 'shipped':
      return cash > 0 ? t('leadShippedCash', { total: money(cash) }) : t('leadShipped');
    case 'attempt_failed':
      return cash > 0 ? t('leadAttemptCash', { total: money(cash) }) : t('leadAttempt');
    case 'delivered': {
      if (!about?.shipment?.given_back)
        return t('leadDelivered', { days: t('dayCount', { days: mail.fault_days }) });
      const collected = about.shipment.cash_collected ?? 0;
      const took =
        collected > 0 ? t('leadDeliveredPartCash', { amount: money(collected) }) : t('leadDeliveredPart');
      return `${took} ${t('deliveredPartReport', { days: mail.fault_days })}`;
    }
    case 'returned_to_sender':
      return order.received > order.given_back ? t('leadReturnedToSenderPaid') : t('leadReturnedToSender');
    case 'pieces_cancelled':
      return note ? t('leadPiecesWhy', { reason: typedText(note.replace(/\.$/, '')) }) : t('leadPieces');
    case 'cancelled': {
      const reason = typedText((note || remarkOf(mail, language)).replace(/\.$/, ''));
      const cancelled = reason ? t('leadCancelledWhy', { reason }) : t('leadCancelled');
      if (order.payment_status === 'refunded') return `${cancelled} ${t('leadRefunded', { amount: back })}`;
      return order.payment_status === 'refund_due'
        ? `${cancelled} ${t('refundDue', { amount: back })}`
        : cancelled;
    }
    case 'return_requested':
      return t(about?.return?.kind === 'exchange' ? 'leadExchangeRequested' : 'leadReturnRequested');
    case 'return_answered': {
      const { answer: given = '', state, kind, replacement } = about?.return ?? {};
      const answer = typedText(given);
      const isDeclined = state === 'declined';
      const decided =
        kind === 'exchange'
          ? t(isDeclined ? 'leadExchangeDeclined' : 'leadExchangeApproved', { number: replacement ?? '' })
          : t(isDeclined ? 'leadReturnDeclined' : 'leadReturnApproved');
      return answer ? `${decided} ${isolate(answer, direction)}` : decided;
    }
    case 'return_received':
      return about?.return?.kind === 'exchange'
        ? t('leadExchangeReceived', {
            amount: money(about.return.paid ?? 0),
            number: about.return.replacement ?? '',
          })
        : t('leadReturnReceived');
    case 'refunded': {
      if (!about?.refund) return t('leadRefunded', { amount: back });
      const { amount, way, goodwill_for } = about.refund;
      const given = money(amount, mail.paid_through?.currency);
      if (goodwill_for) {
        const reason = isolate(typedText(goodwill_for.replace(/\.$/, '')), direction);
        return way === 'store_credit'
          ? t('leadGoodwillCredit', { amount: money(amount), reason })
          : t('leadGoodwill', { amount: given, reason });
      }
      return way === 'store_credit'
        ? t('leadRefundedCredit', { amount: money(amount) })
        : t('leadRefunded', { amount: given });
    }
    case 'change_proposed':
    case 'changed': {
      const { difference, reason } = about?.edit ?? { difference: 0, reason: '' };
      const lead =
        kind === 'changed'
          ? t('leadChanged', { total: money(order.charged) })
          : t('leadChangeProposed', { amount: money(difference) });
      return reason ? `${lead} ${isolate(typedText(reason), direction)}` : lead;
    }
    case 'note':
      return mail.remark === 'transfer_rejected'
        ? t('leadTransferRejected', { reason: isolate(typedText(note.replace(/\.$/, '')), direction) })
        : note;
  }
}

/** One line each: the shipment's contents and number, the returned or cancelled items, or a code. */
function subjectOf({ about, confirmation }: OrderNotification, t: T, language: Language): string[] {
  const pieces = about?.shipment?.pieces ?? about?.return?.pieces ?? about?.cancelled ?? [];
  const givenBack = about?.shipment?.given_back ?? [];
  const { carrier_name = '', tracking_number = '', tracking_url = '' } = about?.shipment ?? {};
  const named = (piece: (typeof pieces)[number]) =>
    `${piece.quantity} × ${oneLine(mailedRow(piece, language).name)}`;
  return [
    ...(givenBack.length > 0 ? [t('taken')] : []),
    ...pieces.map(named),
    ...(givenBack.length > 0 ? [t('gaveBack'), ...givenBack.map(named)] : []),
    carrier_name ? t('carrier', { name: typedText(carrier_name) }) : '',
    tracking_number ? t('tracking', { number: oneLine(tracking_number) }) : '',
    tracking_url ?? '',
    confirmation ? t('confirmCode', { code: confirmation.code }) : '',
  ].filter(Boolean);
}

/** One sentence for each invoice and credit note that the mail attaches or links to. */
function documentsOf(
  { documents }: OrderNotification,
  attachments: readonly MailAttachment[],
  t: T,
): string[] {
  return documents.map(({ kind, code }) => {
    const isAttached = attachments.some(({ filename }) => filename === `${code}.pdf`);
    return t(`${kind}_${isAttached ? 'attached' : 'on_page'}`, { code });
  });
}

/** Formats pounds, by default in the store's currency. */
type Money = (pounds: number, currency?: string) => string;

interface Letter {
  t: T;
  subject: string;
  greeting: string;
  lead: string;
  /** Whether staff wrote the lead, in any language. */
  isTyped: boolean;
  /** The store's own sentence, or ''. */
  house: string;
  /** What the mail is about besides the order, one line each. */
  subjectLines: string[];
  documents: string[];
  bank: string;
  rows: { name: string; detail: string; amount: string; picture: string }[];
  sums: [label: string, amount: string][];
  /** Refunds, shown below the total. */
  back: [label: string, amount: string][];
  /** Payment method, and the amount the carrier collects. */
  payment: [label: string, value: string][];
  delivery: string[];
  pageUrl: string;
  /** Label of the link to the page. */
  action: string;
}

/** The order's lines, without cancelled quantities. */
function linesOf({ order, sum }: OrderNotification) {
  const lines = order.lines ?? [];
  if (!sum) return lines;
  return sum.lines.flatMap(({ order_line_id, quantity, amount }) => {
    const line = lines.find(({ id }) => id === order_line_id);
    return line ? [{ ...line, quantity, total: amount }] : [];
  });
}

function sumsOf({ order, sum }: OrderNotification, t: T, money: Money, off: Money): Letter['sums'] {
  if (sum)
    return [
      [t('subtotal'), money(sum.goods)],
      ...(sum.reduction === 0 ? [] : [[t('reduction'), off(sum.reduction)] satisfies [string, string]]),
      [t('shipping'), sum.delivery === 0 ? t('free') : money(sum.delivery)],
      ...giftOf(order, sum.gift, t, money),
      [t('total'), money(sum.total)],
    ];
  const sums: Letter['sums'] = [[t('subtotal'), money(order.subtotal)]];
  const code = order.discount_code;
  if (order.offer_total > 0) sums.push([t('offers'), off(order.offer_total)]);
  const discount = toPounds(toPiastres(order.discount_total) - toPiastres(order.offer_total));
  if (discount > 0) sums.push([code ? t('discountCode', { code }) : t('discount'), off(discount)]);
  if (order.manual_discount > 0) sums.push([t('manualDiscount'), off(order.manual_discount)]);
  if (order.points_value > 0) sums.push([t('points'), off(order.points_value)]);
  const free = code && order.discount_total === 0 ? t('freeCode', { code }) : t('free');
  sums.push([t('shipping'), order.shipping_total === 0 ? free : money(order.shipping_total)]);
  sums.push(...giftOf(order, order.gift_total, t, money));
  sums.push([t('total'), money(order.total)]);
  return sums;
}

/** The gift wrapping of an order, with its price. */
function giftOf(
  { gift_wrapped }: OrderNotification['order'],
  price: number,
  t: T,
  money: Money,
): Letter['sums'] {
  return gift_wrapped ? [[t('gift'), price === 0 ? t('free') : money(price)]] : [];
}

/** Refunded and due amounts below the total; for a cancelled order, in the currency paid through the provider. */
function backOf({ order, paid_through: paid }: OrderNotification, t: T, off: Money): Letter['back'] {
  const { status, payment_status, given_back, owed_back } = order;
  if (status === 'cancelled' && paid && (payment_status === 'refund_due' || payment_status === 'refunded'))
    return [[t(`back_${payment_status}`), off(paid.amount, paid.currency)]];
  const rows: Letter['back'] = [];
  if (given_back > 0) rows.push([t('back_refunded'), off(given_back)]);
  if (payment_status === 'refund_due' && owed_back > 0) rows.push([t('back_refund_due'), off(owed_back)]);
  return rows;
}

/**
 * Payment method and cash due on delivery, unless the mail is about a shipment, which states its own cash.
 */
function paymentOf({ order, about }: OrderNotification, t: T, money: Money): Letter['payment'] {
  const { online_method: online } = order;
  const method =
    online === 'card' || online === 'wallet' || online === 'instalments' ? online : order.payment_method;
  const rows: Letter['payment'] = [[t('payment'), t(`pay_${method}`)]];
  if (order.due_at_door > 0 && !about?.shipment) rows.push([t('cashDue'), money(order.due_at_door)]);
  return rows;
}

/** URL of a product picture as JPEG, which every mail program shows; '' without one and for designs, which are private. */
function pictureOf(image: string | null | undefined, pageUrl: string): string {
  const served = image && servedPicture(image, { width: 160, format: 'jpeg' });
  if (served) return new URL(served, pageUrl).href;
  return image?.startsWith('https://') ? image : '';
}

/** The stores' own sentences, by store and kind. */
const houseLines: Texts = englishOrderMailHouses;

/** Whether the order waits for a bank transfer or deposit before any work starts. */
const isAwaited = ({
  payment_method,
  payment_status,
  awaited_deposit,
}: OrderNotification['order']): boolean =>
  (payment_method === 'bank_transfer' && payment_status === 'unpaid') || awaited_deposit > 0;

/** A store's own sentence for a kind of mail, or ''. */
function houseLine(
  kind: OrderNotification['kind'],
  { id, design, defaultLanguage: language }: Brand,
): string {
  if (kind === 'placed') return design.copy.orderPlacedText;
  const key = `${id}_${kind}`;
  return Object.hasOwn(houseLines, key)
    ? mailTranslations(language, 'order-mail-houses', houseLines)(key)
    : '';
}

function deliveryOf({ order }: OrderNotification, brand: Brand, t: T): string[] {
  const language = brand.defaultLanguage;
  const arrival = orderArrival(order);
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
  const tGovernorates = mailTranslations(language, 'governorates', englishGovernorates);
  const address = addressLines(order.address, {
    floor: (floor) => t('floor', { floor }),
    apartment: (apartment) => t('apartment', { apartment }),
    governorate: (name) => (isGovernorate(name) ? tGovernorates(name) : name),
    listed: (parts) => isolatedRow(parts, language),
  });
  return [...address.map(typedText), t(order.shipping_method), slot ?? ''].filter(Boolean);
}

/** The paragraphs of the text version. */
function asText(letter: Letter, direction: Direction): string[] {
  const { t } = letter;
  const inLine = (text: string) => isolate(text, direction);
  const rows = letter.rows.map(
    ({ name, detail, amount }) => `${inLine(name)}${detail ? ` (${inLine(detail)})` : ''}: ${inLine(amount)}`,
  );
  const parts = [
    letter.greeting,
    letter.lead,
    letter.house,
    letter.subjectLines.join('\n'),
    letter.documents.join('\n'),
    ...(letter.bank ? [`${t('transferTo')}\n${letter.bank}`] : []),
    rows.join('\n'),
    [...letter.sums, ...letter.back].map(([label, amount]) => `${label}: ${inLine(amount)}`).join('\n'),
    letter.payment.map(([label, value]) => `${label}: ${inLine(value)}`).join('\n'),
    `${t('delivery')}:\n${letter.delivery.join('\n')}`,
    `${letter.action}: ${letter.pageUrl}`,
  ];
  return parts.filter(Boolean);
}

/** User input in the direction of its own letters: a house number stays beside an Arabic street. */
const asTyped = (text: string) => `<span dir="auto">${escapeHtml(text)}</span>`;

/** A sentence whose document number does not break at its hyphens. */
const asPaper = (sentence: string) =>
  asTyped(sentence).replace(/[A-Z]+-\d{4}-\d+/, '<span style="white-space:nowrap">$&</span>');

/** A sentence whose numbers stay on the line of what they count: "1,200 EGP". */
const asSentence = (text: string) => escapeHtml(text.replace(/(\d) (?=\p{L})/gu, '$1\u00a0'));

/** A line about a shipment; the carrier's tracking page becomes a link. */
const asLine = (line: string) =>
  line.startsWith('https://')
    ? `<a href="${escapeHtml(line)}" style="color:inherit">${escapeHtml(line)}</a>`
    : asTyped(line);

const cell = 'padding:8px 0;vertical-align:top;border-bottom:1px solid #e5e7eb';
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Pixels. */
const pictured = 56;

function asHtml(letter: Letter, brand: Brand): string {
  const { t } = letter;
  const direction = directionOf(brand.defaultLanguage);
  // Mail programs do not support `end`.
  const lineEnd = direction === 'rtl' ? 'left' : 'right';
  const hasPictures = letter.rows.some(({ picture }) => picture);
  const pictureCell = ({ name, picture }: Letter['rows'][number]) => {
    const shown = picture
      ? `<img src="${escapeHtml(picture)}" alt="${escapeHtml(name)}" width="${pictured}" height="${pictured}" style="display:block;width:${pictured}px;height:${pictured}px;object-fit:cover;border-radius:${brand.design.radius.picture}px">`
      : '';
    return `<td width="${pictured + 12}" style="${cell};width:${pictured + 12}px">${shown}</td>`;
  };
  const rows = letter.rows.map(
    (row) =>
      `<tr>${hasPictures ? pictureCell(row) : ''}<td style="${cell}">${asTyped(row.name)}${
        row.detail ? `<br><span style="${smallPrint}">${asTyped(row.detail)}</span>` : ''
      }</td><td align="${lineEnd}" style="${cell};padding-${lineEnd === 'right' ? 'left' : 'right'}:12px;text-align:${lineEnd};white-space:nowrap">${escapeHtml(row.amount)}</td></tr>`,
  );
  const sumRow = ([label, amount]: [string, string], weight = '') =>
    `<tr><td style="padding:6px 0${weight}">${escapeHtml(label)}</td><td align="${lineEnd}" style="padding:6px 0;text-align:${lineEnd};white-space:nowrap${weight}">${escapeHtml(amount)}</td></tr>`;
  const last = letter.sums.length - 1;
  const strong = ';font-weight:700;font-size:18px';
  const sums = [...letter.sums, ...letter.back].map((sum, index) =>
    sumRow(sum, index === last ? strong : ''),
  );
  const payment = letter.payment.map((row, index) => sumRow(row, index === 1 ? ';font-weight:700' : ''));
  const bank = letter.bank
    ? `<p style="margin:0 0 24px;padding:16px;border-radius:8px;background:#f3f4f6;white-space:pre-line;unicode-bidi:plaintext">${escapeHtml(letter.bank)}</p>`
    : '';
  const subject =
    letter.subjectLines.length > 0
      ? `<p style="margin:0 0 24px">${letter.subjectLines.map(asLine).join('<br>')}</p>`
      : '';
  const documents =
    letter.documents.length > 0
      ? `<p style="margin:0 0 24px">${letter.documents.map(asPaper).join('<br>')}</p>`
      : '';
  return `<p style="margin:0 0 16px">${escapeHtml(letter.greeting)}</p>
<p style="margin:0 0 24px">${letter.isTyped ? asTyped(letter.lead) : asSentence(letter.lead)}</p>
${letter.house ? `<p style="margin:0 0 24px;font-weight:600">${escapeHtml(letter.house)}</p>` : ''}
${subject}
${documents}
${bank}
${mailButton(brand, letter.pageUrl, letter.action)}
<table ${table} dir="${direction}" style="width:100%;margin:0 0 8px">${rows.join('\n')}</table>
<table ${table} dir="${direction}" style="width:100%;margin:0 0 8px">${sums.join('\n')}</table>
<table ${table} dir="${direction}" style="width:100%;margin:0 0 24px;border-top:1px solid #e5e7eb">${payment.join('\n')}</table>
<p style="margin:0 0 4px;font-weight:600">${escapeHtml(t('delivery'))}</p>
<p style="margin:0;${smallPrint}">${letter.delivery.map(asTyped).join('<br>')}</p>`;
}
