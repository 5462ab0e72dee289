import type { Language } from '#app/i18n/languages.ts';
import type { CashReason } from './cash-reasons.ts';
import type { Enums, Json, Tables } from './database.types.ts';
import type { Refusal } from './refusal.ts';

/** A delivery address as an order keeps it. Erasing a customer's data empties its texts. */
export type OrderAddress = {
  full_name?: string;
  phone?: string;
  governorate?: Enums<'governorate'>;
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

type PieceCount = { order_line_id: string; quantity: number };

/** The changes that an edit makes or proposes; what it leaves is missing. */
type EditChanges = {
  add?: { quantity: number; name?: string }[];
  remove?: PieceCount[];
  address?: OrderAddress;
  shipping_method?: Enums<'shipping_method'>;
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
  firstOrder?: Enums<'cash_requirement'>;
  amount?: Enums<'cash_requirement'>;
  amountFrom?: number;
  refusals?: Enums<'cash_requirement'>;
  refusalsFrom?: number;
  governorate?: Enums<'cash_requirement'>;
  governorates?: string[];
  depositPercent?: number;
  depositAmount?: number;
  hours?: number;
};

/** A rate of a shipping zone, in pounds, grams and working days. */
export type ShippingRate = {
  method: Enums<'shipping_method'>;
  fee: number;
  free_from?: number | null;
  from_grams?: number | null;
  from_subtotal?: number | null;
  days_from?: number | null;
  days_to?: number | null;
  cash_allowed?: boolean | null;
};

type Party = { name?: string; address?: string };

/** The store as an invoice names it. */
type Seller = Party & {
  tax_number?: string;
  email?: string;
  phone?: string;
  translations?: Partial<Record<Language, Party>>;
};

/** Pieces that a notification names; null for none. */
type NamedPieces = { name: string; translations?: Json; garment?: string | null; quantity: number }[] | null;

/** A notification about an order, with what its text needs; amounts are pounds. */
export type OrderNotification = {
  id: string;
  kind: Enums<'order_notification_kind'>;
  tenant_id: string;
  /** An email address, or a phone number such as +201001234567. */
  recipient: string;
  /** The recipient's language; null for the store's. */
  language: Language | null;
  /** Number of attempts to send it, including this one. */
  attempts: number;
  order: Pick<
    Tables<'orders'>,
    | 'id'
    | 'number'
    | 'is_test'
    | 'status'
    | 'created_at'
    | 'customer_name'
    | 'payment_method'
    | 'online_method'
    | 'payment_status'
    | 'shipping_method'
    | 'days_from'
    | 'days_to'
    | 'subtotal'
    | 'discount_total'
    | 'manual_discount'
    | 'discount_code'
    | 'points_value'
    | 'shipping_total'
    | 'total'
    | 'charged'
    | 'received'
    | 'given_back'
    | 'confirm_until'
    | 'deposit'
    | 'slot_date'
    | 'slot_from'
    | 'slot_to'
    | 'address'
  > & {
    /** What remains to be paid, and what the store owes. */
    owes: number;
    owed_back: number;
    /** The rest of a deposit, and the cash that carriers are still to collect. */
    awaited_deposit: number;
    due_at_door: number;
    lines:
      | Pick<
          Tables<'order_lines'>,
          | 'id'
          | 'name'
          | 'quantity'
          | 'total'
          | 'color'
          | 'size'
          | 'type'
          | 'has_design'
          | 'options'
          | 'translations'
          | 'garment'
          /** URL of a product's picture, or path of a design's preview, which is private. */
          | 'image'
        >[]
      | null;
  };
  /** The order's current items and total, if they changed since it was placed. */
  sum: {
    lines: (PieceCount & { amount: number })[];
    goods: number;
    delivery: number;
    reduction: number;
    total: number;
  } | null;
  /** What it is about besides its order; each kind fills its own part. */
  about: {
    shipment?: Pick<
      Tables<'shipments'>,
      'number' | 'carrier_name' | 'tracking_number' | 'tracking_url' | 'cash_due'
    > & { pieces: NamedPieces };
    return?: Pick<Tables<'returns'>, 'state' | 'answer'> & { pieces: NamedPieces };
    refund?: Pick<Tables<'refunds'>, 'amount' | 'way'>;
    edit?: Pick<Tables<'order_edits'>, 'difference' | 'reason'>;
    cancelled?: NamedPieces;
  } | null;
  /** Reason of a cancellation, or staff's note to the customer; ''. */
  note: string;
  /** Code for why the store cancelled the order, or for the subject of a note. */
  remark: string | null;
  /** Invoices and credit notes to attach. */
  documents: Pick<Tables<'invoices'>, 'id' | 'kind' | 'code'>[];
  /** Secret of the confirmation link, and the code; only for that kind. */
  confirmation: { token: string; code: string } | null;
  /** Secret of the link that adds a guest order to the account that opens it. */
  link: string | null;
  /** Bank details for a transfer, or ''. */
  bank_details: string;
  /** Periods of 24 hours after delivery in which faults can be reported. */
  fault_days: number;
  /** Contact address from the store's settings, or ''. */
  contact_email: string;
  /** Amount paid through a provider; null for other payments. */
  paid_through: Pick<Tables<'payments'>, 'amount' | 'currency'> | null;
};

/**
 * The shapes of JSON documents for `database.types.ts`, by the table, composite type or function and its column.
 * Constraints and functions hold the documents to them, so that nobody has to check what is read. Others are `Json`.
 */
export interface JsonColumns {
  'carrier_bookings.problem': Refusal;
  'carrier_tasks.address': OrderAddress;
  'carrier_tasks.district': { district_id: string; city_id: string; city: string };
  'cash_demand.reasons': { rule: CashReason }[];
  'change_order_statuses.refusal': Refusal;
  'imported_row.refusal': Refusal;
  'invoice_lines.options': SoldOption[];
  'invoices.buyer': { name: string; address: OrderAddress };
  'invoices.seller': Seller;
  'order_edits.added': AddedLine[];
  'order_edits.changes': EditChanges;
  'order_events.pieces': (PieceCount & { name: string })[];
  'order_events.remark': Remark;
  'order_lines.customization': OrderedDesign;
  'order_lines.options': SoldOption[];
  order_notifications_to_send: OrderNotification;
  'order_quote.problems': (Refusal & { line?: number })[];
  'orders.address': OrderAddress;
  'orders.cash_reasons': { rule: CashReason }[];
  'quote_edit.problems': Refusal[];
  'quoted_line.options': SoldOption[];
  /** Rows of the function `report_…` of that name. */
  report_rows: object[];
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
  /** What the job's kind needs. */
  'take_jobs.payload': { bucket_id?: string; name?: string; conversation_id?: string; to?: string };
  'undone_changes.refusal': Refusal;
}
