import { z } from 'zod';
import { languages } from '../../app/i18n/languages.ts';
import { Constants } from '../../app/lib/database.types.ts';

const amount = z.coerce.number();
const optional = z.string().nullable();

const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  is_test: z.boolean().default(false),
  status: z.enum(Constants.public.Enums.order_status),
  created_at: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  payment_method: z.enum(['cash_on_delivery', 'bank_transfer', 'online']),
  /** The online method chosen at checkout; null for other payments. */
  online_method: optional.optional(),
  payment_status: z.string(),
  shipping_method: z.enum(['standard', 'express']),
  days_from: z.number().nullable(),
  days_to: z.number().nullable(),
  subtotal: amount,
  discount_total: amount,
  manual_discount: amount.default(0),
  discount_code: optional,
  points_value: amount,
  shipping_total: amount,
  total: amount,
  charged: amount,
  received: amount,
  given_back: amount,
  /** What remains to be paid, and what the store owes. */
  owes: amount,
  owed_back: amount,
  /** The rest of a deposit, and the cash that carriers are still to collect. */
  awaited_deposit: amount,
  due_at_door: amount,
  confirm_until: optional.optional(),
  deposit: amount.default(0),
  slot_date: optional,
  slot_from: optional,
  slot_to: optional,
  address: z.record(z.string(), z.unknown()),
  lines: z
    .array(
      z.object({
        id: z.string().default(''),
        name: z.string(),
        quantity: z.number(),
        total: amount,
        color: optional,
        size: optional,
        type: optional,
        has_design: z.boolean().nullish(),
        options: z.unknown(),
        translations: z.unknown().optional(),
        garment: optional.optional(),
        /** URL of a product's picture, or path of a design's preview, which is private. */
        image: optional.optional(),
      }),
    )
    .nullable()
    .transform((lines) => lines ?? []),
});

const pieces = z
  .array(
    z.object({
      name: z.string(),
      translations: z.unknown().optional(),
      garment: optional.optional(),
      quantity: z.number(),
    }),
  )
  .nullable()
  .transform((listed) => listed ?? []);

/** What a mail is about besides its order; each kind of mail fills its own part. */
const subjectSchema = z.object({
  shipment: z
    .object({
      number: z.number(),
      carrier_name: z.string(),
      tracking_number: optional,
      tracking_url: optional,
      cash_due: amount,
      pieces,
    })
    .nullish(),
  return: z.object({ state: z.string(), answer: z.string(), pieces }).nullish(),
  refund: z
    .object({ amount, way: z.enum(['card', 'transfer', 'store_credit', 'cash']).nullable() })
    .nullish(),
  edit: z.object({ difference: amount, reason: z.string() }).nullish(),
  cancelled: pieces.optional(),
});

/** Queued mails about orders. Amounts are pounds. */
export const orderMailsSchema = z.array(
  z.object({
    id: z.string(),
    /** The recipient's language; null for the store's. */
    language: z.enum(languages).nullable().default(null),
    kind: z.enum(Constants.public.Enums.order_notification_kind),
    /** An email address, or a phone number such as +201001234567. */
    recipient: z.string(),
    tenant_id: z.string(),
    order: orderSchema,
    about: subjectSchema.nullish(),
    /** The order's current items and total, if they changed since it was placed. */
    sum: z
      .object({
        lines: z.array(z.object({ order_line_id: z.string(), quantity: z.number(), amount })),
        goods: amount,
        delivery: amount,
        reduction: amount,
        total: amount,
      })
      .nullish(),
    /** Reason of a cancellation, or staff's note to the customer; ''. */
    note: z.string(),
    /** Code for why the store cancelled the order, or for the subject of a note. */
    remark: z.string().nullish(),
    /** Number of attempts to send it, including this one. */
    attempts: z.number().default(1),
    /** Invoices and credit notes to attach. */
    documents: z
      .array(z.object({ id: z.string(), kind: z.enum(['invoice', 'credit_note']), code: z.string() }))
      .default([]),
    /** Secret of the confirmation link, and the code; only for that kind. */
    confirmation: z.object({ token: z.string(), code: z.string() }).nullish(),
    /** Secret of the link that adds a guest order to the account that opens it. */
    link: z.string().nullish(),
    /** Bank details for a transfer, or ''. */
    bank_details: z.string(),
    /** Periods of 24 hours after delivery in which faults can be reported. */
    fault_days: z.number(),
    /** Contact address from the store's settings, or ''. */
    contact_email: z.string(),
    /** Amount paid through a provider; null for other payments. */
    paid_through: z.object({ amount, currency: z.string() }).nullable(),
  }),
);

export type OrderMail = z.infer<typeof orderMailsSchema>[number];
