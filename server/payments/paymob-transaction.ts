import { z } from 'zod';
import type { PaymentEvent } from './payment-provider.ts';

/** Days after which Paymob voids an uncaptured hold. */
const HOLD_DAYS = 14;

/** Paymob documents flags as text, but sends booleans. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const mayBeFlag = flag.nullish().transform((value) => value ?? false);
const id = z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform(String);

const fields = z.object({
  id,
  amount_cents: z.coerce.number().int().nonnegative(),
  created_at: z.string(),
  currency: z.string(),
  has_parent_transaction: flag,
  parent_transaction: id.nullish(),
  integration_id: id,
  profile_id: id.nullish(),
  is_auth: flag,
  is_capture: flag,
  is_voided: flag,
  is_void: mayBeFlag,
  is_refund: mayBeFlag,
  order: z.object({ id, merchant_order_id: z.string().nullish() }),
  pending: flag,
  success: flag,
  captured_amount: z.coerce.number().int().nullish(),
  refunded_amount_cents: z.coerce.number().int().nullish(),
});

/** A Paymob transaction, with or without the envelope of a callback. */
export const paymobTransaction = z.union([
  fields,
  z.object({ type: z.string(), obj: fields }).transform(({ obj }) => obj),
]);
export type PaymobTransaction = z.infer<typeof fields>;

/** The signed fields of a callback in Paymob's order, formatted as in its code: null is ''. */
const signedFields = [
  'amount_cents',
  'created_at',
  'currency',
  'error_occured',
  'has_parent_transaction',
  'id',
  'integration_id',
  'is_3d_secure',
  'is_auth',
  'is_capture',
  'is_refunded',
  'is_standalone_payment',
  'is_voided',
  'order.id',
  'owner',
  'pending',
  'source_data.pan',
  'source_data.sub_type',
  'source_data.type',
  'success',
] as const;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const record = z.record(z.string(), z.unknown());

/** The text that a callback's signature covers. Values are joined without a separator, so it proves no single value. */
export function paymobSignedText(transaction: unknown): string {
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => {
      const parsed = record.safeParse(value);
      return parsed.success ? parsed.data[key] : undefined;
    }, transaction);
  return signedFields
    .map((path) => {
      const value = scalar.safeParse(valueAt(path));
      return value.success ? String(value.data) : '';
    })
    .join('');
}

/** The event of a transaction; null while it is pending, and for what failed at Paymob's own desk. */
export function paymobEvent(
  transaction: PaymobTransaction,
  integrations: readonly string[],
): PaymentEvent | null {
  const { order, amount_cents, currency, integration_id, has_parent_transaction: isChild } = transaction;
  if (transaction.pending) return null;
  const state = stateOf(transaction);
  if (!state) return null;
  const outcome = integrations.includes(integration_id) ? state : 'foreign';
  const attempt = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=-)/.exec(order.merchant_order_id ?? '')?.[0];
  return {
    eventId: `paymob:${transaction.id}:${outcome}`,
    kind: 'transaction',
    outcome,
    paymentId: attempt,
    sessionId: order.id,
    amount: amount_cents,
    currency,
    integration: integration_id,
    ...(isChild ? { parentId: transaction.parent_transaction ?? undefined } : {}),
    ...(outcome === 'refunded' || outcome === 'refund_failed'
      ? { reference: transaction.id }
      : { transactionId: transaction.id }),
    ...(outcome === 'held' ? { heldUntil: endOfHold(transaction.created_at) } : {}),
  };
}

/** Paymob's own states (docs/decisions/payment-providers.md); an undocumented child transaction is `unclear`. */
function stateOf(transaction: PaymobTransaction): PaymentEvent['outcome'] | null {
  const { success, has_parent_transaction: isChild, is_auth, is_capture, is_void, is_refund } = transaction;
  if (!success) return isChild ? (is_refund ? 'refund_failed' : null) : 'declined';
  if (isChild) {
    if (is_void) return 'voided';
    if (is_refund) return 'refunded';
    if (!is_capture) return 'unclear';
  }
  if (transaction.is_voided) return 'voided';
  return is_auth && !is_capture ? 'held' : 'paid';
}

/** Paymob's times have no zone; they are UTC. */
function endOfHold(createdAt: string): string | undefined {
  const created = Date.parse(/Z|[+-]\d\d:?\d\d$/.test(createdAt) ? createdAt : `${createdAt}Z`);
  return Number.isNaN(created) ? undefined : new Date(created + HOLD_DAYS * 86_400_000).toISOString();
}
