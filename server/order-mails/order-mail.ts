import { z } from 'zod';

const amount = z.coerce.number();
const optional = z.string().nullable();

const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  payment_method: z.enum(['cash_on_delivery', 'bank_transfer', 'online']),
  payment_status: z.string(),
  shipping_method: z.enum(['standard', 'express']),
  subtotal: amount,
  discount_total: amount,
  discount_code: optional,
  points_value: amount,
  shipping_total: amount,
  total: amount,
  slot_date: optional,
  slot_from: optional,
  slot_to: optional,
  address: z.record(z.string(), z.unknown()),
  lines: z
    .array(
      z.object({
        name: z.string(),
        quantity: z.number(),
        total: amount,
        color: optional,
        size: optional,
        type: optional,
        options: z.unknown(),
      }),
    )
    .nullable()
    .transform((lines) => lines ?? []),
});

/** Messages about orders that the database gave out to be sent. Amounts in pounds. */
export const orderMailsSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['placed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded']),
    tenant_id: z.string(),
    order: orderSchema,
    /** Why an order was cancelled; '' when nothing was said. */
    note: z.string(),
    /** Where a transfer goes; '' for other orders. */
    bank_details: z.string(),
    /** The store's address for people as staff entered it; '' where they have not. */
    contact_email: z.string(),
    /** What came through the provider, and goes back as it came; null for orders that it has nothing to do with. */
    paid_through: z.object({ amount, currency: z.string() }).nullable(),
  }),
);

export type OrderMail = z.infer<typeof orderMailsSchema>[number];
