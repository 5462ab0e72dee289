import type { Enums } from '#app/lib/database.types.ts';
import type { TableFile } from '../../ui/table-file/read-table-file.ts';
import {
  isShopifyOrders,
  isWooCommerceOrders,
  readShopifyOrders,
  readWooCommerceOrders,
} from './foreign-orders.ts';
import {
  addressIn,
  cellOf,
  consentIn,
  type ForeignLine,
  type ForeignTable,
  foreignTable,
  tagsIn,
  UnreadableForeignFile,
} from './foreign-table.ts';

/** An order or customer of a file, as the database takes it, with its row. */
export type ForeignRecord = { row: number; number?: unknown; [column: string]: unknown };

/** What a file of another shop holds. */
export type ForeignFile = {
  kind: Enums<'import_kind'>;
  source: Enums<'import_source'>;
  records: ForeignRecord[];
};

const has = (columns: readonly string[], ...headings: string[]) =>
  headings.every((heading) => columns.includes(heading));

/** Headings of Shopify's customer export (help.shopify.com/manual/customers/import-export-customers). */
const isShopifyCustomers = (columns: readonly string[]) =>
  has(columns, 'email', 'first_name') &&
  columns.some((column) => /^accepts_(email_|sms_)?marketing$|^default_address_/.test(column));

const isWooCommerceCustomers = (columns: readonly string[]) =>
  (columns.includes('email') || columns.includes('user_email') || columns.includes('billing_email')) &&
  columns.some((column) =>
    ['user_login', 'billing_first_name', 'date_registered', 'user_registered', 'username'].includes(column),
  );

function readCustomer(line: ForeignLine): ForeignRecord {
  const cell = (...headings: string[]) => cellOf(line, ...headings);
  const name =
    [cell('first_name', 'billing_first_name'), cell('last_name', 'billing_last_name')]
      .filter(Boolean)
      .join(' ') || cell('name', 'display_name');
  const phone = cell('phone', 'billing_phone', 'default_address_phone');
  const email_consent = consentIn(cell('accepts_email_marketing', 'accepts_marketing'));
  const sms_consent = consentIn(cell('accepts_sms_marketing'));
  return {
    row: line.row,
    ...{ name, phone, email: cell('email', 'user_email', 'billing_email') },
    address: addressIn({
      ...{ name, phone },
      street: cell('default_address_address1', 'address1', 'billing_address_1'),
      more: cell('default_address_address2', 'address2', 'billing_address_2'),
      city: cell('default_address_city', 'city', 'billing_city'),
      province: cell('default_address_province_code', 'province_code', 'billing_state', 'state'),
      zip: cell('default_address_zip', 'zip', 'billing_postcode'),
    }),
    note: cell('note'),
    tags: tagsIn(cell('tags')),
    ...(email_consent && { email_consent }),
    ...(sms_consent && { sms_consent }),
  };
}

function readTable(table: ForeignTable): ForeignFile {
  const { columns, lines } = table;
  if (isShopifyOrders(columns))
    return { kind: 'orders', source: 'shopify', records: readShopifyOrders(table) };
  if (isShopifyCustomers(columns))
    return { kind: 'customers', source: 'shopify', records: lines.map(readCustomer) };
  if (isWooCommerceOrders(columns)) {
    const records = readWooCommerceOrders(table);
    // WooCommerce's own analytics list orders without their items' prices.
    if (records.every(({ lines: items }) => items.length === 0)) throw new UnreadableForeignFile('noPrices');
    return { kind: 'orders', source: 'woocommerce', records };
  }
  if (isWooCommerceCustomers(columns))
    return { kind: 'customers', source: 'woocommerce', records: lines.map(readCustomer) };
  throw new UnreadableForeignFile('unknown');
}

/** Reads the orders or customers of another shop's table, known by its headings. @throws UnreadableForeignFile */
export function readForeignFile(file: TableFile): ForeignFile {
  const read = readTable(foreignTable(file));
  return read;
}

/** Reads {"orders": […]} or {"customers": […]} in the database's own form. @throws UnreadableForeignFile */
export function readForeignJson(text: string): ForeignFile {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new UnreadableForeignFile('json');
  }
  const listed = (name: 'orders' | 'customers'): ForeignRecord[] | null => {
    const list = typeof document === 'object' && document !== null ? Reflect.get(document, name) : null;
    if (!Array.isArray(list)) return null;
    return list.map((record: unknown, index) => ({
      ...(typeof record === 'object' && record !== null ? record : {}),
      row: index + 1,
    }));
  };
  const orders = listed('orders');
  const records = orders ?? listed('customers');
  if (!records) throw new UnreadableForeignFile('json');
  if (records.length === 0) throw new UnreadableForeignFile('empty');
  return { kind: orders ? 'orders' : 'customers', source: 'other', records };
}

/** Splits off the orders whose number the file had before: only the first of them can come in. */
export function withoutRepeated({ kind, records }: ForeignFile): {
  first: ForeignRecord[];
  repeated: ForeignRecord[];
} {
  const seen = new Set<string>();
  const [first, repeated]: [ForeignRecord[], ForeignRecord[]] = [[], []];
  for (const record of records) {
    const number = typeof record.number === 'string' ? record.number.trim().replace(/^#/, '') : '';
    const isRepeated = kind === 'orders' && number !== '' && seen.has(number);
    (isRepeated ? repeated : first).push(record);
    seen.add(number);
  }
  return { first, repeated };
}
