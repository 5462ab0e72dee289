import { formatDateTime, formatWeekday } from '#app/i18n/format.ts';
import type { Messages } from '#app/i18n/languages.ts';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminAuditMessages from '#app/i18n/messages/en/admin-audit.json';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import adminDiscountsMessages from '#app/i18n/messages/en/admin-discounts.json';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import adminUsersMessages from '#app/i18n/messages/en/admin-users.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { getTranslations } from '#app/i18n/translations.ts';

/** Where the values of a column have their texts: a namespace, its messages, and what stands before a value in its keys. */
type Source = readonly [namespace: string, messages: Messages, prefix: string];

const orders: Source = ['orders', ordersMessages, ''];

const sources: Readonly<Record<string, readonly Source[]>> = {
  'orders.status': [['orders', ordersMessages, 'status_']],
  'orders.payment_status': [['admin-orders', adminOrdersMessages, 'payment_'], orders],
  'orders.payment_method': [orders],
  'orders.shipping_method': [orders],
  'reviews.status': [['admin-reviews', adminReviewsMessages, '']],
  'user_roles.role': [['admin-users', adminUsersMessages, '']],
  'discounts.kind': [['admin-discounts', adminDiscountsMessages, 'kind_']],
  'point_entries.kind': [['admin-customers', adminCustomersMessages, 'kind_']],
};

function word(table: string, field: string, value: string): string | undefined {
  for (const [namespace, messages, prefix] of sources[`${table}.${field}`] ?? []) {
    const key = `${prefix}${value}`;
    if (key in messages) return getTranslations(namespace, messages)(key);
  }
  return undefined;
}

/** A value of a table's column as staff read it, with the names of things by their id; '' for an empty one. */
export function valueInWords(
  table: string,
  field: string,
  value: unknown,
  names: Readonly<Record<string, string>>,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return getTranslations('admin', adminMessages)(value ? 'yes' : 'no');
  if (field === 'day_of_week' && typeof value === 'number') return formatWeekday(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'category_id')
    return names[value] ?? getTranslations('admin-audit', adminAuditMessages)('goneCategory');
  return field.endsWith('_at') ? formatDateTime(value) : (word(table, field, value) ?? value);
}
