import type { Language } from '#app/i18n/languages.ts';
import type { CashReason } from './cash-reasons.ts';
import type { DatabaseEnums, Json } from './database.enums.ts';
import type { Refusal } from './refusal.ts';

/** A delivery address as an order keeps it. Erasing a customer's data empties its texts. */
export type OrderAddress = {
  full_name?: string;
  phone?: string;
  governorate?: DatabaseEnums['governorate'];
  city?: string;
  street?: string;
  building?: string;
  floor?: string;
  apartment?: string;
  landmark?: string;
  postal_code?: string;
};

/** An option as it was sold: its name and value in the store's language. */
export type SoldOption = { name: string; value: string };

export type PieceCount = { order_line_id: string; quantity: number };

/** The changes that an edit makes or proposes; what it leaves is missing. */
type EditChanges = {
  add?: { quantity: number; name?: string }[];
  remove?: PieceCount[];
  address?: OrderAddress;
  shipping_method?: DatabaseEnums['shipping_method'];
  slot_date?: string | null;
  note?: string | null;
};

/** A line that an edit adds, as priced, in pounds. */
type AddedLine = {
  name: string;
  image: string | null;
  options: SoldOption[];
  color: string | null;
  size: string | null;
  type: string | null;
  translations: Json;
  garment: string | null;
  quantity: number;
  unit_price: number;
  total: number;
};

/** A remark of the store in an order's history: a code of `order-remarks.json`, and the values of its sentence. */
export type Remark = { code: string; [value: string]: string | number };

/** A design as ordered. `readDesign` parses the design itself, which comes from browsers. */
type OrderedDesign = {
  garment?: string | null;
  design: { elements?: { side?: string; [part: string]: Json | undefined }[] };
  preview?: string | null;
};

/** A payment option of the checkout, as stored; amounts are pounds. */
export type StoredPaymentOption = {
  option: string;
  offered: boolean;
  /** Minimum and maximum order amount, inclusive; null for no limit. */
  from?: number | null;
  to?: number | null;
  /** The store's description, by language. */
  details?: Partial<Record<Language, string>>;
};

/** What a store requires of orders paid in cash. */
type CashRules = {
  firstOrder?: DatabaseEnums['cash_requirement'];
  amount?: DatabaseEnums['cash_requirement'];
  amountFrom?: number;
  refusals?: DatabaseEnums['cash_requirement'];
  refusalsFrom?: number;
  governorate?: DatabaseEnums['cash_requirement'];
  governorates?: string[];
  depositPercent?: number;
  depositAmount?: number;
  hours?: number;
};

/** A rate of a shipping zone, in pounds, grams and working days. */
export type ShippingRate = {
  method: DatabaseEnums['shipping_method'];
  fee: number;
  free_from?: number | null;
  from_grams?: number | null;
  from_subtotal?: number | null;
  days_from?: number | null;
  days_to?: number | null;
  cash_allowed?: boolean | null;
};

type Party = { name?: string; address?: string };

/** The store as mails, papers and invoices name it: legal name and address, or else the store's own. */
export type Seller = Party & {
  tax_number?: string;
  email?: string;
  phone?: string;
  translations?: Partial<Record<Language, Party>>;
};

/** Something that staff are told: an order or product by its id, or a job by its kind. The total is in pounds. */
export type StaffNotificationItem = {
  id?: string;
  number?: string;
  total?: number;
  happening?: string;
  name?: string;
  variant?: string;
  stock?: number;
  note?: string;
};

/** What owners are told that somebody did; `before` and `after` have the changed columns of the log's entry. */
export type OwnerAlertItem = {
  kind: DatabaseEnums['owner_alert_kind'];
  entity: string;
  action: string;
  label: string;
  before: Record<string, Json> | null;
  after: Record<string, Json> | null;
  tenant_ids: string[];
  /** An ISO time. */
  at: string;
};

/**
 * The shapes of JSON documents for `database.types.ts`, by the table, composite type or function and its column.
 * Constraints and functions hold the documents to them, so that nobody has to check what is read. Others are `Json`.
 */
export interface JsonColumns {
  'carrier_bookings.problem': Refusal;
  'carrier_tasks.address': OrderAddress;
  'carrier_tasks.collected': { pieces: number; description: string };
  'carrier_tasks.district': { district_id: string; city_id: string; city: string };
  'cash_demand.reasons': { rule: CashReason }[];
  'change_order_statuses.refusal': Refusal;
  'imported_row.refusal': Refusal;
  'invoice_lines.options': SoldOption[];
  'imported_customers.address': OrderAddress;
  'invoices.buyer': { name?: string | null; address: OrderAddress };
  'invoices.seller': Seller;
  'invoices.shown_buyer': { name?: string | null; address: OrderAddress };
  'invoice_addresses.address': OrderAddress;
  'order_edits.added': AddedLine[];
  'order_edits.changes': EditChanges;
  'order_events.pieces': (PieceCount & { name: string })[];
  'order_events.remark': Remark;
  'order_lines.customization': OrderedDesign;
  'order_lines.options': SoldOption[];
  'order_quote.problems': (Refusal & { line?: number })[];
  'order_addresses.address': OrderAddress;
  'order_edit_addresses.address': OrderAddress;
  'order_edits.shown_changes': EditChanges;
  'orders.address': OrderAddress;
  'orders.destination': OrderAddress;
  'orders.cash_reasons': { rule: CashReason }[];
  'quote_edit.problems': Refusal[];
  'quoted_line.options': SoldOption[];
  /** Rows of the function `report_…` of that name. */
  report_rows: object[];
  report_rows_of_stores: object[];
  'refund_outcome.refusal': Refusal;
  'return_outcome.refusal': Refusal;
  'settings.legal': {
    shippingReturns?: string | null;
    terms?: string | null;
    [text: string]: Json | undefined;
  };
  'settings.payment': {
    bankDetails?: string;
    options?: StoredPaymentOption[];
    [setting: string]: Json | undefined;
  };
  'shipment_outcome.refusal': Refusal;
  'shipping_zones.rates': ShippingRate[];
  'staff_settings.cash_rules': CashRules;
  /** What the topic's happenings are about: a variant, a job, or an order. */
  'owner_alerts_to_send.items': OwnerAlertItem[];
  'product_undo_result.refusal': Refusal;
  'staff_notifications_to_send.items': StaffNotificationItem[];
  /** What the job's kind needs. */
  'take_jobs.payload': { bucket_id?: string; name?: string; conversation_id?: string; to?: string };
  'tenants.seller': Seller;
  'store_copy.refusal': Refusal;
  'undone_changes.refusal': Refusal;
}
