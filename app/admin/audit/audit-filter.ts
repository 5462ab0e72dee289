import { keysOf, type Sort, sortOf } from '../kit/list/sort.ts';
import { oneOf, pageOf } from '../kit/list/url-state.ts';
import { valueInWords } from '../kit/row-words.ts';

/** Things whose changes are written down, by their table. */
export const auditedThings = [
  'all',
  'products',
  'categories',
  'orders',
  'order_notes',
  'banners',
  'discounts',
  'delivery_slots',
  'reviews',
  'conversations',
  'messages',
  'settings',
  'staff_settings',
  'point_entries',
  'customer_records',
  'user_roles',
  'mfa_factors',
] as const;
/** Things that wait in the trash once they are deleted. */
export const trashedThings = [
  'products',
  'categories',
  'banners',
  'discounts',
  'delivery_slots',
  'reviews',
] as const;
export const auditActions = ['all', 'insert', 'update', 'delete', 'restore'] as const;

/** What the list can be ordered by, and the database's column of it. */
export const auditSorts = { what: 'label', who: 'actor_name', when: 'id' } as const;
export const usualAuditSort = '-when';

/** Which changes staff look at; all of it stands in the address. */
export type AuditFilter = {
  search: string;
  thing: (typeof auditedThings)[number];
  action: (typeof auditActions)[number];
  sort: Sort<keyof typeof auditSorts>;
  page: number;
};

/** The filter that an address asks for; what makes no sense in it counts as not said. */
export function auditFilter(query: URLSearchParams): AuditFilter {
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    thing: oneOf(auditedThings, query.get('thing')),
    action: oneOf(auditActions, query.get('action')),
    sort: sortOf(keysOf(auditSorts), usualAuditSort, query.get('sort')),
    page: pageOf(query),
  };
}

/** One value of a row, before and after; `before` or `after` is undefined where there was no row. */
type FieldChange = { field: string; before: string | undefined; after: string | undefined };

const hidden = [
  ...['id', 'tenant_id', 'created_at', 'updated_at', 'version'],
  // What a conversation counts for each side.
  ...['unread_by_staff', 'unread_by_shopper', 'last_message_at'],
];

/** The names of things that changes only hold by id, by their id. */
export type ThingNames = Readonly<Record<string, string>>;

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** A row with what its columns hold in groups, such as the shipping of the settings, as fields of their own. */
const flat = (row: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(row)).flatMap(([field, value]) => {
      const inside = Object.entries(field === 'image_alts' ? {} : fieldsOf(value));
      return inside.length > 0 ? inside.map(([name, one]) => [`${field}.${name}`, one]) : [[field, value]];
    }),
  );

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Of a list that changed those entries that the other one does not have; anything else as it is. */
const changedEntries = (value: unknown, other: unknown) =>
  Array.isArray(value) && Array.isArray(other) && value.some((one) => typeof one === 'object')
    ? value.filter((one) => other.every((kept) => !same(one, kept)))
    : value;

/** The ids of the categories that a change of a row is about, before and after. */
export function categoryIds(...rows: readonly unknown[]): string[] {
  return rows.flatMap((row) => {
    const id = fieldsOf(row).category_id;
    return typeof id === 'string' ? [id] : [];
  });
}

/**
 * What a change of a table's row did, field by field; fields that are empty on both sides or mean nothing to people, such as
 * the ids of things that have no name here, are left out.
 */
export function fieldChanges(
  table: string,
  before: unknown,
  after: unknown,
  names: ThingNames = {},
): FieldChange[] {
  const [old, now] = [flat(before), flat(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .filter((field) => !hidden.includes(field) && (field === 'category_id' || !field.endsWith('_id')))
    .filter((field) => !before || !after || !same(old[field], now[field]))
    .map((field) => ({
      field,
      before: before ? valueInWords(table, field, changedEntries(old[field], now[field]), names) : undefined,
      after: after ? valueInWords(table, field, changedEntries(now[field], old[field]), names) : undefined,
    }))
    .filter((change) => change.before || change.after);
}
