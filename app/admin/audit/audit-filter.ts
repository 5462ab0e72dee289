import { fields } from '#app/product/parse-values.ts';
import { equal } from '../ui/edit/versions.ts';
import { formatValue, variantField } from '../ui/format-value.ts';
import { searchIn } from '../ui/list/search-pattern.ts';
import { keysOf, type Sort, sortOf } from '../ui/list/sort.ts';
import { oneOf, pageOf } from '../ui/list/url-state.ts';

/** Tables with an audit log. */
export const auditedTables = [
  'all',
  'products',
  'variant_costs',
  'categories',
  'orders',
  'order_notes',
  'order_addresses',
  'order_edits',
  'order_drafts',
  'shipments',
  'returns',
  'print_runs',
  'refunds',
  'settlements',
  'settlement_differences',
  'carrier_claims',
  'day_closes',
  'payments',
  'payment_reports',
  'payment_differences',
  'transfers',
  'banners',
  'faq_questions',
  'discounts',
  'offers',
  'delivery_slots',
  'shipping_zones',
  'search_synonyms',
  'reviews',
  'conversations',
  'messages',
  'assignments',
  'saved_replies',
  'settings',
  'staff_settings',
  'brands',
  'store_domains',
  'point_entries',
  'store_credits',
  'customer_records',
  'user_roles',
  'staff_grants',
  'staff_roles',
  'staff_invitations',
  'approval_requests',
  'exports',
  'owners',
  'mfa_factors',
  'demo',
] as const;
/** Tables whose deleted rows go to the trash. */
export const trashedTables = [
  'products',
  'categories',
  'banners',
  'faq_questions',
  'saved_replies',
  'discounts',
  'offers',
  'delivery_slots',
  'shipping_zones',
  'search_synonyms',
  'reviews',
] as const;
export const auditActions = ['all', 'insert', 'update', 'delete', 'restore'] as const;

/** Sort keys of the list and their columns. */
export const auditSorts = { what: 'label', who: 'actor_name', when: 'id' } as const;
export const defaultAuditSort = '-when';

/** Filter of the audit log, stored in the URL. */
export type AuditFilter = {
  search: string;
  table: (typeof auditedTables)[number];
  action: (typeof auditActions)[number];
  sort: Sort<keyof typeof auditSorts>;
  page: number;
};

/** Parses the filter from a URL; invalid values are ignored. */
export function auditFilter(query: URLSearchParams): AuditFilter {
  return {
    search: searchIn(query),
    table: oneOf(auditedTables, query.get('resource')),
    action: oneOf(auditActions, query.get('action')),
    sort: sortOf(keysOf(auditSorts), defaultAuditSort, query.get('sort')),
    page: pageOf(query),
  };
}

/** A field before and after a change; undefined where the row did not exist. */
type FieldChange = { field: string; before: string | undefined; after: string | undefined };

const hiddenFields = [
  'id',
  'tenant_id',
  'created_at',
  'updated_at',
  'version',
  // Of search words: the folded words.
  'keys',
  // Of conversations.
  'unread_by_staff',
  'unread_by_shopper',
  'last_message_at',
];

/** Names by id, for columns that only hold an id. */
export type EntityNames = Readonly<Record<string, string>>;

/** Columns that form a variant's name or position. */
const hiddenOfVariants = ['option1', 'option2', 'option3', 'position'];

const depths: Readonly<Record<string, number>> = { variants: 2, translations: 3 };

/**
 * Flattens nested columns into fields: settings as "shipping.expressShippingFee", variants as "variants.M /
 * navy.stock", translations as "translations.ar.name" and "translations.ar.material.Cotton".
 */
function flatten(row: unknown): Record<string, unknown> {
  const flat = (field: string, value: unknown, depth: number): [string, unknown][] => {
    const nested = Object.entries(field.endsWith('image_alts') || depth === 0 ? {} : fields(value));
    return nested.length > 0
      ? nested.flatMap(([name, one]) => flat(`${field}.${name}`, one, depth - 1))
      : [[field, value]];
  };
  return Object.fromEntries(
    Object.entries(fields(row)).flatMap(([field, value]) => flat(field, value, depths[field] ?? 1)),
  );
}

/** Reduces a changed list to the entries that the other one lacks; other values are returned unchanged. */
const changedEntries = (value: unknown, other: unknown) =>
  Array.isArray(value) && Array.isArray(other) && value.some((one) => typeof one === 'object')
    ? value.filter((one) => other.every((entry) => !equal(one, entry)))
    : value;

/** Returns the category ids in rows. */
export function categoryIds(...rows: readonly unknown[]): string[] {
  return rows.flatMap((row) => {
    const id = fields(row).category_id;
    return typeof id === 'string' ? [id] : [];
  });
}

/**
 * Returns the fields that a change of a row altered. Skips fields that are empty on both sides or meaningless
 * to people, such as ids without a name.
 */
export function fieldChanges(
  table: string,
  before: unknown,
  after: unknown,
  names: EntityNames = {},
): FieldChange[] {
  const [previous, next] = [flatten(before), flatten(after)];
  const format = (field: string, value: unknown, other: unknown) =>
    formatValue(table, variantField(field)?.column ?? field, changedEntries(value, other), names);
  return Object.keys({ ...previous, ...next })
    .filter((field) => !hiddenFields.includes(field))
    .filter((field) => !hiddenOfVariants.includes(variantField(field)?.column ?? ''))
    .filter((field) => field === 'category_id' || !field.endsWith('_id'))
    .filter((field) => !before || !after || !equal(previous[field], next[field]))
    .map((field) => ({
      field,
      before: before ? format(field, previous[field], next[field]) : undefined,
      after: after ? format(field, next[field], previous[field]) : undefined,
    }))
    .filter((change) => change.before || change.after);
}
