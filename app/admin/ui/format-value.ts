import { formatDate, formatDateTime, formatNumber, formatParts, formatWeekday } from '#app/i18n/format.ts';
import type { Texts } from '#app/i18n/languages.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { adminZonesTexts } from '#app/i18n/texts/admin-zones.ts';
import englishAdminColumns from '#app/i18n/texts/en/admin-columns.json';
import englishAdminCustomers from '#app/i18n/texts/en/admin-customers.json';
import englishAdminDiscounts from '#app/i18n/texts/en/admin-discounts.json';
import englishAdminOffers from '#app/i18n/texts/en/admin-offers.json';
import englishAdminOrders from '#app/i18n/texts/en/admin-orders.json';
import englishAdminReviews from '#app/i18n/texts/en/admin-reviews.json';
import englishAdminSettings from '#app/i18n/texts/en/admin-settings.json';
import englishAdminUsers from '#app/i18n/texts/en/admin-users.json';
import englishOrders from '#app/i18n/texts/en/orders.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { optionFields } from '#app/product/option-fields.ts';
import { addressList, fields, optionList } from '#app/product/parse-values.ts';
import { otherLanguages, translatedLabel } from './edit/translated-texts.ts';

/** Translations of a column's values: namespace, texts and key prefix. */
type Source = readonly [namespace: string, texts: Texts, prefix: string];

const orders: Source = ['orders', englishOrders, ''];

/** Columns of a brand with a few values, and the prefix of their names. */
const brandValues = {
  look: 'look_',
  part_looks: 'look_',
  default_language: 'language_',
  hero_look: 'look_',
  light_ground: 'ground_',
  dark_ground: 'ground_',
  header: 'header_',
  strip: 'strip_',
  ornament: 'ornament_',
  density: 'density_',
  motion: 'motion_',
  elevation: 'elevation_',
  display_case: 'case_',
  details_face: 'face_',
  landing: 'landing_',
  home_sections: 'section_',
  option_fields: 'optionField_',
};

const sources: Readonly<Record<string, readonly Source[]>> = {
  'orders.status': [['orders', englishOrders, 'status_']],
  'orders.payment_status': [['admin-orders', englishAdminOrders, 'payment_'], orders],
  'orders.payment_method': [orders],
  'orders.shipping_method': [orders],
  'reviews.status': [['admin-reviews', englishAdminReviews, '']],
  'user_roles.role': [['admin-users', englishAdminUsers, '']],
  'discounts.kind': [['admin-discounts', englishAdminDiscounts, 'kind_']],
  'offers.kind': [['admin-offers', englishAdminOffers, 'kind_']],
  'offers.audience': [['admin-offers', englishAdminOffers, 'audience_']],
  'point_entries.kind': [['admin-customers', englishAdminCustomers, 'kind_']],
  ...Object.fromEntries(
    Object.entries(brandValues).map(([column, prefix]) => [
      `brands.${column}`,
      [['admin-settings', englishAdminSettings, prefix]] satisfies Source[],
    ]),
  ),
};

function translateValue(table: string, field: string, value: string): string | undefined {
  for (const [namespace, texts, prefix] of sources[`${table}.${field.split('.')[0]}`] ?? []) {
    const key = `${prefix}${value}`;
    if (key in texts) return getTranslations(namespace, texts)(key);
  }
  return undefined;
}

const columnNames: Texts = englishAdminColumns;
const settingNames: Texts = englishAdminSettings;

const optionFieldOf = (column: string) => optionFields.find((field) => field === column);

/** Parses a variant's field, "variants.M / navy.stock"; undefined for other fields. */
export function variantField(field: string): { variant: string; column: string } | undefined {
  const [, variant, column] = /^variants\.(.*)\.(\w+)$/s.exec(field) ?? [];
  return variant === undefined || column === undefined ? undefined : { variant, column };
}

/** Prefixes of the labels of a table's columns, for tables whose form has texts of its own. */
const labelPrefixes: Readonly<Record<string, string>> = { brands: 'brand_' };

/**
 * Returns the label of a column in a table or file: in a group "Shipping: Express delivery in EGP", of a
 * variant "Stock of M / navy", of a translation "Name (Arabic)".
 */
export function columnLabel(column: string, table = ''): string {
  const ofVariant = variantField(column);
  if (ofVariant) {
    const label = columnLabel(ofVariant.column);
    const { variant } = ofVariant;
    return variant ? adminTexts()('ofVariant', { column: label, variant }) : label;
  }
  const [, language, translated = ''] = /^translations\.([a-z]{2})\.(.+)$/s.exec(column) ?? [];
  const other = otherLanguages.find((each) => each === language);
  if (other) return translatedLabel(columnLabel(translated, table), other);
  const ofTable = `${labelPrefixes[table]}${column}`.replace('brand_part_looks.', 'part_');
  if (ofTable in settingNames) return getTranslations('admin-settings', settingNames)(ofTable);
  const [group = '', ...inner] = column.split('.');
  if (inner.length > 0) {
    const name = inner.join('.');
    const key = `${group}_${name}`;
    const isSetting = key in settingNames;
    // A translated option value may itself contain dots.
    const own = inner.length > 1 ? name : columnLabel(name);
    const setting = isSetting ? getTranslations('admin-settings', settingNames)(key) : own;
    return `${columnLabel(group)}: ${setting}`;
  }
  const option = optionFieldOf(column);
  if (option) return adminProductsTexts()(option);
  if (column in columnNames) return getTranslations('admin-columns', columnNames)(column);
  return column.replaceAll('_', ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Formats a list of objects by the first text in each. */
const formatObjects = (things: readonly unknown[]) =>
  things
    .map((thing) => {
      const values: unknown[] = typeof thing === 'object' && thing !== null ? Object.values(thing) : [thing];
      return values.find((value) => typeof value === 'string' && value !== '') ?? '';
    })
    .join(', ');

/** Formats the fees of a zone: "Standard: 45 EGP, Express: 80 EGP". */
const formatRates = (rates: readonly unknown[]) =>
  formatParts(
    rates.map((rate) => {
      const { method, fee } = fields(rate);
      const t = adminZonesTexts();
      return `${t(method === 'express' ? 'method_express' : 'method_standard')}: ${formatPounds(Number(fee))}`;
    }),
  );

const amounts = [
  'price',
  'original_price',
  'cost',
  'minimum_subtotal',
  'minimum_amount',
  'budget',
  'subtotal',
  'total',
  'discount_total',
  'shipping_total',
  'points_value',
];
const addresses = ['images', 'videos', 'image', 'image_url'];

const fileName = (address: string) => address.split('/').at(-1)?.split('?')[0] ?? address;

/** Formats a column's value, with names for ids; '' for an empty one. */
export function formatValue(
  table: string,
  field: string,
  value: unknown,
  names: Readonly<Record<string, string>>,
): string {
  if (value === null || value === undefined) return '';
  const t = adminTexts();
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (field === 'day_of_week' && typeof value === 'number') return formatWeekday(value);
  if (amounts.includes(field) && typeof value === 'number') return formatPounds(value);
  if (table === 'products' && optionFieldOf(field) && typeof value === 'string')
    return formatParts(optionList(value));
  if (addresses.includes(field)) return formatParts(addressList(value).map(fileName));
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return formatParts(value.map((one) => translateValue(table, field, one) ?? one));
  if (field.endsWith('image_alts') && typeof value === 'object') return Object.values(value).join(', ');
  if (Array.isArray(value)) return field === 'rates' ? formatRates(value) : formatObjects(value);
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'string') return Object.keys(value).length > 0 ? JSON.stringify(value) : '';
  if (field === 'category_id') return names[value] ?? t('goneCategory');
  return formatTime(value) ?? translateValue(table, field, value) ?? value;
}

/** Formats a time, a day or an hour as the database writes them; undefined for other text. */
function formatTime(value: string): string | undefined {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/.test(value)) return formatDateTime(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
  return /^\d\d:\d\d:\d\d$/.test(value) ? value.slice(0, 5) : undefined;
}
