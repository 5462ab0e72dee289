import { formatDateTime, formatWeekday } from '#app/lib/dates.ts';
import { adminWords } from '#app/messages/en/admin.ts';
import { auditWords } from '#app/messages/en/admin-audit.ts';
import { customersWords } from '#app/messages/en/admin-customers.ts';
import { discountsWords } from '#app/messages/en/admin-discounts.ts';
import { adminOrderWords } from '#app/messages/en/admin-orders.ts';
import { adminReviewsWords } from '#app/messages/en/admin-reviews.ts';
import { usersWords } from '#app/messages/en/admin-users.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { type Catalogue, pageWords } from '#app/messages/words.ts';

/** Where the values of a table's column have their words: catalogues, each with what stands before a value in its keys. */
const catalogues: Readonly<Record<string, readonly (readonly [Catalogue, string])[]>> = {
  'orders.status': [[orderWords, 'status_']],
  'orders.payment_status': [
    [adminOrderWords, 'payment_'],
    [orderWords, ''],
  ],
  'orders.payment_method': [[orderWords, '']],
  'orders.shipping_method': [[orderWords, '']],
  'reviews.status': [[adminReviewsWords, '']],
  'user_roles.role': [[usersWords, '']],
  'discounts.kind': [[discountsWords, 'kind_']],
  'point_entries.kind': [[customersWords, 'kind_']],
};

function word(table: string, field: string, value: string): string | undefined {
  const known = catalogues[`${table}.${field}`]?.find(
    ([catalogue, prefix]) => `${prefix}${value}` in catalogue,
  );
  return known && pageWords(known[0])(`${known[1]}${value}`);
}

/** A value of a table's column as staff read it, with the names of things by their id; '' for an empty one. */
export function valueInWords(
  table: string,
  field: string,
  value: unknown,
  names: Readonly<Record<string, string>>,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return pageWords(adminWords)(value ? 'yes' : 'no');
  if (field === 'day_of_week' && typeof value === 'number') return formatWeekday(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'category_id') return names[value] ?? pageWords(auditWords)('goneCategory');
  return field.endsWith('_at') ? formatDateTime(value) : (word(table, field, value) ?? value);
}
