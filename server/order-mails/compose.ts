import type { Brand } from '../../app/brands/brand.ts';
import { formatDate } from '../../app/lib/dates.ts';
import { formatMoney, toPiastres } from '../../app/lib/money.ts';
import { optionsText } from '../../app/lib/options-text.ts';
import { escapeHtml, oneLine } from '../../backend/auth/mail/html.ts';
import { hexColor, inkOn } from '../../backend/auth/mail/ink.ts';
import type { Message } from '../../backend/auth/mail/message.ts';
import type { OrderMail } from './order-mail.ts';
import { orderMailWords } from './words.ts';

/**
 * Writes a message about an order, as HTML in the brand's colours and as text. Everything that people typed is escaped.
 * @param pageUrl address of the order's page.
 */
export function composeOrderMail(mail: OrderMail, brand: Brand, pageUrl: string): Message {
  const { order } = mail;
  const contact = mail.contact_email || brand.contactEmail;
  const money = (pounds: number) => formatMoney(toPiastres(pounds), brand.currency);
  const came = mail.paid_through ?? { amount: order.total, currency: brand.currency };
  const words = orderMailWords[mail.kind];
  const letter: Letter = {
    subject: oneLine(words.subject(order.number, brand.name)),
    greeting: `Hello ${oneLine(order.customer_name) || 'there'},`,
    lead: words.lead(mail, money(order.total), formatMoney(toPiastres(came.amount), came.currency)),
    bank: mail.bank_details.trim(),
    rows: order.lines.map((line) => ({
      name: `${line.quantity} × ${oneLine(line.name)}`,
      detail: optionsText(line),
      amount: money(line.total),
    })),
    sums: sumsOf(order, money),
    delivery: deliveryOf(order),
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

interface Letter {
  subject: string;
  greeting: string;
  lead: string;
  bank: string;
  rows: { name: string; detail: string; amount: string }[];
  sums: [label: string, amount: string][];
  delivery: string[];
  sender: string[];
  pageUrl: string;
}

function sumsOf(order: OrderMail['order'], money: (pounds: number) => string): Letter['sums'] {
  const sums: Letter['sums'] = [['Subtotal', money(order.subtotal)]];
  const code = order.discount_code ? ` (${order.discount_code})` : '';
  if (order.discount_total > 0) sums.push([`Discount${code}`, `−${money(order.discount_total)}`]);
  if (order.points_value > 0) sums.push(['Points', `−${money(order.points_value)}`]);
  sums.push([
    'Shipping',
    order.shipping_total === 0 ? `Free${order.discount_total > 0 ? '' : code}` : money(order.shipping_total),
  ]);
  sums.push(['Total', money(order.total)]);
  return sums;
}

function deliveryOf(order: OrderMail['order']): string[] {
  const field = (name: string) => oneLine(String(order.address[name] ?? ''));
  const slot =
    order.slot_date && order.slot_from && order.slot_to
      ? `${formatDate(order.slot_date)}, ${order.slot_from.slice(0, 5)} – ${order.slot_to.slice(0, 5)}`
      : '';
  return [
    field('full_name'),
    [field('building'), field('street')].filter(Boolean).join(' '),
    [field('city'), field('governorate')].filter(Boolean).join(', '),
    order.shipping_method === 'express' ? 'Express delivery' : 'Standard delivery',
    slot,
  ].filter(Boolean);
}

function asText(letter: Letter): string {
  const rows = letter.rows.map(
    ({ name, detail, amount }) => `${name}${detail ? ` (${detail})` : ''}: ${amount}`,
  );
  const parts = [
    letter.greeting,
    letter.lead,
    ...(letter.bank ? [`Transfer to:\n${letter.bank}`] : []),
    rows.join('\n'),
    letter.sums.map(([label, amount]) => `${label}: ${amount}`).join('\n'),
    `Delivery:\n${letter.delivery.join('\n')}`,
    `See your order: ${letter.pageUrl}`,
    letter.sender.join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const small = 'font-size:14px;line-height:1.5;color:#4b5563';
const cell = 'padding:8px 0;vertical-align:top;border-bottom:1px solid #e5e7eb';

function asHtml(letter: Letter, brand: Brand): string {
  const color = hexColor(brand.primaryColor) ?? '#1f2937';
  const ink = inkOn(color);
  const rows = letter.rows.map(
    ({ name, detail, amount }) =>
      `<tr><td style="${cell}">${escapeHtml(name)}${
        detail ? `<br><span style="${small}">${escapeHtml(detail)}</span>` : ''
      }</td><td style="${cell};text-align:right;white-space:nowrap">${escapeHtml(amount)}</td></tr>`,
  );
  const last = letter.sums.length - 1;
  const sums = letter.sums.map(([label, amount], index) => {
    const weight = index === last ? ';font-weight:700;font-size:18px' : '';
    return `<tr><td style="padding:6px 0${weight}">${escapeHtml(label)}</td><td style="padding:6px 0;text-align:right;white-space:nowrap${weight}">${escapeHtml(amount)}</td></tr>`;
  });
  const bank = letter.bank
    ? `<p style="margin:0 0 24px;padding:16px;border-radius:8px;background:#f3f4f6;white-space:pre-line">${escapeHtml(letter.bank)}</p>`
    : '';
  return `<!doctype html>
<html lang="${escapeHtml(brand.defaultLanguage)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#111827;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.6">
<div style="max-width:560px;margin:0 auto;border-radius:12px;overflow:hidden;background:#ffffff">
<p style="margin:0;padding:20px 32px;background:${color};color:${ink};font-size:22px;font-weight:800">${escapeHtml(brand.name)}</p>
<div style="padding:32px">
<p style="margin:0 0 16px">${escapeHtml(letter.greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(letter.lead)}</p>
${bank}
<p style="margin:0 0 28px"><a href="${escapeHtml(letter.pageUrl)}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:${color};color:${ink};font-weight:600;text-decoration:none">See your order</a></p>
<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 8px">${rows.join('\n')}</table>
<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${sums.join('\n')}</table>
<p style="margin:0 0 4px;font-weight:600">Delivery</p>
<p style="margin:0;${small}">${letter.delivery.map(escapeHtml).join('<br>')}</p>
</div>
<p style="margin:0;padding:16px 32px;background:#f9fafb;${small}">${escapeHtml(letter.sender.join(' · '))}</p>
</div>
</body>
</html>
`;
}
