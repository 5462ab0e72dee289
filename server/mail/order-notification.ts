import type { SupabaseClient } from '@supabase/supabase-js';
import type { Language } from '../../app/i18n/languages.ts';
import type { Database, Enums, Json, Tables } from '../../app/lib/database.types.ts';
import type { PieceCount } from '../../app/lib/json-columns.ts';

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
  /** The store's own words by language and key of `order-mails.json`, with facts in braces. */
  words: Partial<Record<Language, Readonly<Record<string, string>>>>;
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
    | 'offer_total'
    | 'manual_discount'
    | 'discount_code'
    | 'points_value'
    | 'shipping_total'
    | 'gift_wrapped'
    | 'gift_total'
    | 'gift_message'
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
    gift: number;
    reduction: number;
    total: number;
  } | null;
  /** What it is about besides its order; each kind fills its own part. */
  about: {
    shipment?: Pick<
      Tables<'shipments'>,
      'number' | 'carrier_name' | 'tracking_number' | 'tracking_url' | 'cash_due'
    > & {
      pieces: NamedPieces;
      /** Pieces that the customer gave back at the door, and what they paid for the others. */
      given_back?: NamedPieces;
      cash_collected?: number | null;
    };
    return?: Pick<Tables<'returns'>, 'state' | 'answer'> & { pieces: NamedPieces } & Partial<
        Pick<Tables<'returns'>, 'kind'> & {
          /** What its pieces pay of the order of an exchange, in pounds, and that order's number. */
          paid: number;
          replacement: string | null;
        }
      >;
    /** `goodwill_for`: why it was given, if it is goodwill. */
    refund?: Pick<Tables<'refunds'>, 'amount' | 'way'> & { goodwill_for?: string | null };
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
  /** Amount paid through a provider; null for other payments. */
  paid_through: Pick<Tables<'payments'>, 'amount' | 'currency'> | null;
};

/** Reads the notifications of these jobs, whose senders have taken them. */
export async function readOrderNotifications(
  admin: SupabaseClient<Database>,
  jobIds: number[],
): Promise<OrderNotification[]> {
  const { data } = await admin
    .rpc('order_notifications_to_send', { p_job_ids: jobIds })
    .overrideTypes<OrderNotification[], { merge: false }>()
    .throwOnError();
  return data;
}
