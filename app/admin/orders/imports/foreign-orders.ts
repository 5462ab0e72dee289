import type { Enums } from '#app/lib/database.types.ts';
import {
  addressIn,
  amountIn,
  cellOf,
  dateIn,
  type ForeignLine,
  type ForeignTable,
  tagsIn,
} from './foreign-table.ts';

/** An item of another shop's order; the price is that of a piece, in pounds. */
type ForeignItem = {
  sku: string;
  name: string;
  quantity: number | string;
  price: number | string | undefined;
};

/** An order in another shop’s export, in the shape that `import_orders` takes (docs/product.md, Orders of another shop). */
export type ForeignOrder = {
  row: number;
  number: string;
  placed_at: string | null;
  state: 'open' | 'shipped' | 'delivered' | 'returned' | 'returned_to_sender' | 'cancelled';
  customer: { name: string; email: string; phone: string };
  address: ReturnType<typeof addressIn>;
  payment_method: Enums<'payment_method'>;
  lines: ForeignItem[];
  discount: number | string | undefined;
  discount_code: string;
  shipping: number | string | undefined;
  total: number | string | undefined;
  paid: number | string | undefined;
  refunded: number | string | undefined;
  currency: string;
  note: string;
  tags: string[];
};

const shopifyMarks = [
  'financial_status',
  'lineitem_name',
  'lineitem_price',
  'lineitem_quantity',
  'fulfillment_status',
];

/** Whether the headings are those of Shopify's order export (help.shopify.com/manual/fulfillment/managing-orders/exporting-orders). */
export const isShopifyOrders = (columns: readonly string[]): boolean =>
  columns.includes('name') && shopifyMarks.filter((heading) => columns.includes(heading)).length >= 3;

/**
 * Whether the headings are those of a WooCommerce order export: of the suite's one row per order or per item
 * (woocommerce.com/document/import-and-export-of-woocommerce-orders).
 */
export const isWooCommerceOrders = (columns: readonly string[]): boolean =>
  (columns.includes('order_number') || columns.includes('order_id')) &&
  (columns.includes('order_total') || columns.includes('status') || columns.includes('order_status'));

/** A quantity; the cell itself if it is none, which the database refuses. */
const quantityIn = (cell: string, table: ForeignTable) => amountIn(cell, table) ?? cell;

function methodIn(text: string): Enums<'payment_method'> {
  if (/\b(cod|cash)\b|عند الاستلام|نقد/i.test(text)) return 'cash_on_delivery';
  if (/bank|transfer|bacs|cheque|تحويل/i.test(text)) return 'bank_transfer';
  return 'online';
}

/** Lines that follow each other with one number; a number that comes again later is another order. */
function groups(
  lines: readonly ForeignLine[],
  startsOrder: (line: ForeignLine, before: ForeignLine) => boolean,
): ForeignLine[][] {
  const found: ForeignLine[][] = [];
  for (const line of lines) {
    const current = found.at(-1);
    const before = current?.[0];
    if (current && before && !startsOrder(line, before)) current.push(line);
    else found.push([line]);
  }
  return found;
}

/** Reads the orders of Shopify's export, which has a line for each item and the order's own cells in its first line. */
export function readShopifyOrders(table: ForeignTable): ForeignOrder[] {
  const starts = (line: ForeignLine, before: ForeignLine) =>
    cellOf(line, 'name') !== cellOf(before, 'name') ||
    cellOf(line, 'total') !== '' ||
    cellOf(line, 'created_at') !== '';
  return groups(table.lines, starts).flatMap(([first, ...others]) => {
    if (!first) return [];
    const cell = (...headings: string[]) => cellOf(first, ...headings);
    const amount = (heading: string) => amountIn(cell(heading), table);
    const financial = cell('financial_status').toLowerCase();
    const total = amount('total');
    const isPaid = /^(paid|partially_refunded|refunded)$/.test(financial);
    const left = amount('outstanding_balance');
    const partly = financial === 'partially_paid' && typeof total === 'number' && typeof left === 'number';
    const refunded = amount('refunded_amount') ?? (financial === 'refunded' ? total : 0);
    const isSent = cell('fulfillment_status').toLowerCase() === 'fulfilled';
    const isGone = cell('cancelled_at') !== '' || financial === 'voided';
    const state = isGone
      ? 'cancelled'
      : financial === 'refunded'
        ? isSent
          ? 'returned'
          : 'cancelled'
        : isSent
          ? 'delivered'
          : 'open';
    const order: ForeignOrder = {
      row: first.row,
      number: cell('name'),
      placed_at: dateIn(cell('created_at', 'processed_at'), table),
      state,
      customer: {
        name: cell('shipping_name', 'billing_name'),
        email: cell('email'),
        phone: cell('phone', 'shipping_phone', 'billing_phone'),
      },
      address: addressIn({
        name: cell('shipping_name'),
        phone: cell('shipping_phone', 'phone', 'billing_phone'),
        street: cell('shipping_address1', 'shipping_street', 'billing_address1'),
        more: cell('shipping_address2'),
        city: cell('shipping_city', 'billing_city'),
        province: cell('shipping_province', 'billing_province'),
        zip: cell('shipping_zip'),
      }),
      payment_method: methodIn(cell('payment_method')),
      lines: [first, ...others]
        .filter((line) => cellOf(line, 'lineitem_name', 'lineitem_sku'))
        .map((line) => ({
          sku: cellOf(line, 'lineitem_sku'),
          name: cellOf(line, 'lineitem_name'),
          quantity: quantityIn(cellOf(line, 'lineitem_quantity'), table),
          price: amountIn(cellOf(line, 'lineitem_price'), table),
        })),
      discount: amount('discount_amount'),
      discount_code: cell('discount_code'),
      shipping: amount('shipping'),
      total,
      paid: isPaid ? total : partly ? Math.round((Number(total) - Number(left)) * 100) / 100 : 0,
      refunded,
      currency: cell('currency'),
      note: cell('notes'),
      tags: tagsIn(cell('tags')),
    };
    return [order];
  });
}

const rounded = (pounds: number) => Math.round(pounds * 100) / 100;

/** The price of a piece, from what all pieces cost before discounts. */
const priceOf = (all: number | string | undefined, quantity: number | string) =>
  typeof all === 'number' && typeof quantity === 'number' && quantity > 0 ? rounded(all / quantity) : all;

/** An item that WooCommerce writes into one cell: "name:Mug|sku:MG-W|quantity:1|sub_total:30|total:27". */
function itemIn(cell: string, table: ForeignTable): ForeignItem | null {
  const parts = new Map(
    cell.split('|').map((part): [string, string] => {
      const place = part.indexOf(':');
      return [part.slice(0, place).trim().toLowerCase(), part.slice(place + 1).trim()];
    }),
  );
  if (!parts.has('name') && !parts.has('sku')) return null;
  const quantity = quantityIn(parts.get('quantity') ?? parts.get('qty') ?? '1', table);
  const all = amountIn(parts.get('sub_total') || parts.get('subtotal') || parts.get('total') || '', table);
  return {
    sku: parts.get('sku') ?? '',
    name: parts.get('name') ?? '',
    quantity,
    price: priceOf(all, quantity),
  };
}

/** The items of an order's lines: in one cell each, in one cell for all, or a line each. */
function itemsIn(lines: readonly ForeignLine[], table: ForeignTable): ForeignItem[] {
  return lines.flatMap((line) => {
    const several = table.columns
      .filter((column) => /^line_item_\d+$/.test(column))
      .map((column) => cellOf(line, column));
    const listed = cellOf(line, 'line_items')
      .split(';')
      .map((item) => item.trim());
    const cells = [...several, ...listed].filter(Boolean);
    if (cells.length > 0) return cells.flatMap((cell) => itemIn(cell, table) ?? []);
    const name = cellOf(line, 'item_name', 'product_name', 'line_item_name');
    const sku = cellOf(line, 'item_sku', 'product_sku', 'sku');
    if (!name && !sku) return [];
    const quantity = quantityIn(cellOf(line, 'item_quantity', 'quantity', 'product_qty') || '1', table);
    const price = amountIn(cellOf(line, 'item_price', 'product_price'), table);
    const all = amountIn(cellOf(line, 'item_subtotal', 'item_total', 'line_total'), table);
    return [{ sku, name, quantity, price: all === undefined ? price : priceOf(all, quantity) }];
  });
}

const wooStates: Readonly<Record<string, ForeignOrder['state']>> = {
  completed: 'delivered',
  refunded: 'returned',
  cancelled: 'cancelled',
  failed: 'cancelled',
  trash: 'cancelled',
};

/** Reads the orders of a WooCommerce export, with a row for each order or for each item. */
export function readWooCommerceOrders(table: ForeignTable): ForeignOrder[] {
  const numberOf = (line: ForeignLine) => cellOf(line, 'order_number', 'order_id');
  const isByItem = table.columns.some((column) => /^(item_name|product_name|line_item_name)$/.test(column));
  return groups(table.lines, (line, before) => !isByItem || numberOf(line) !== numberOf(before)).flatMap(
    (lines) => {
      const [first] = lines;
      if (!first) return [];
      const cell = (...headings: string[]) => cellOf(first, ...headings);
      const amount = (...headings: string[]) => amountIn(cell(...headings), table);
      const status = cell('status', 'order_status').toLowerCase().replace(/^wc-/, '');
      const state = wooStates[status] ?? 'open';
      const total = amount('order_total', 'total');
      const isPaid = ['completed', 'refunded'].includes(status) || cell('paid_date', 'date_paid') !== '';
      const person = (of: 'billing' | 'shipping') =>
        [cell(`${of}_first_name`), cell(`${of}_last_name`)].filter(Boolean).join(' ');
      const name = person('shipping') || person('billing') || cell('customer_name');
      const phone = cell('billing_phone', 'shipping_phone', 'customer_phone');
      const order: ForeignOrder = {
        row: first.row,
        number: numberOf(first),
        placed_at: dateIn(cell('order_date', 'date', 'date_created'), table),
        state,
        customer: { name, email: cell('billing_email', 'customer_email'), phone },
        address: addressIn({
          ...{ name, phone },
          street: cell('shipping_address_1', 'billing_address_1'),
          more: cell('shipping_address_2', 'billing_address_2'),
          city: cell('shipping_city', 'billing_city'),
          province: cell('shipping_state', 'billing_state'),
          zip: cell('shipping_postcode', 'billing_postcode'),
        }),
        payment_method: methodIn(`${cell('payment_method')} ${cell('payment_method_title')}`),
        lines: itemsIn(lines, table),
        discount: amount('cart_discount', 'discount_total'),
        discount_code:
          cell('coupon_items', 'coupons')
            .replace(/^code:/, '')
            .split('|')[0] ?? '',
        shipping: amount('shipping_total', 'order_shipping'),
        total,
        paid: isPaid ? total : 0,
        refunded:
          amount('refunded_total', 'total_refunded', 'order_refund_total') ??
          (status === 'refunded' ? total : 0),
        currency: cell('order_currency', 'currency'),
        note: cell('customer_note', 'customer_message'),
        tags: [],
      };
      return [order];
    },
  );
}
