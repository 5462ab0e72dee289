import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Environment } from '../environment.ts';
import {
  callProvider,
  ForgedCallback,
  isSigned,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentToStart,
  type ProviderCallback,
  ProviderError,
  type ProviderMethod,
  type RefundToMake,
} from './payment-provider.ts';

type Settings = Pick<
  Environment,
  | 'PAYMOB_SECRET_KEY'
  | 'PAYMOB_PUBLIC_KEY'
  | 'PAYMOB_API_KEY'
  | 'PAYMOB_HMAC_SECRET'
  | 'PAYMOB_CARD_INTEGRATION'
  | 'PAYMOB_WALLET_INTEGRATION'
  | 'PAYMOB_INSTALMENTS_INTEGRATION'
  | 'PAYMOB_API_URL'
>;

const intention = z.object({ client_secret: z.string().min(1), intention_order_id: z.number().int() });

/** A transaction: a payment, or a refund of one (`has_parent_transaction`). */
const transactionSchema = z.object({
  id: z.number().int(),
  amount_cents: z.number().int(),
  created_at: z.string(),
  currency: z.string(),
  error_occured: z.boolean(),
  has_parent_transaction: z.boolean(),
  integration_id: z.number().int(),
  is_3d_secure: z.boolean(),
  is_auth: z.boolean(),
  is_capture: z.boolean(),
  is_refunded: z.boolean(),
  is_standalone_payment: z.boolean(),
  is_voided: z.boolean(),
  order: z.object({ id: z.number().int() }),
  owner: z.number().int(),
  pending: z.boolean(),
  source_data: z.object({
    pan: z.string().nullish(),
    sub_type: z.string().nullish(),
    type: z.string().nullish(),
  }),
  success: z.boolean(),
  refunded_amount_cents: z.number().int().nullish(),
});
type Transaction = z.infer<typeof transactionSchema>;

const callbackSchema = z.object({ type: z.string().optional(), obj: z.unknown() });
const refundAnswer = z.object({ id: z.number().int(), success: z.boolean(), pending: z.boolean() });

/** Cards, wallets and instalments through Paymob's intentions; null when it is not configured (docs/decisions/payment-providers.md). */
export function paymobProvider(environment: Settings): PaymentProvider | null {
  const {
    PAYMOB_SECRET_KEY: secretKey,
    PAYMOB_PUBLIC_KEY: publicKey,
    PAYMOB_API_KEY: apiKey,
    PAYMOB_HMAC_SECRET: hmacSecret,
    PAYMOB_API_URL: api,
  } = environment;
  if (!secretKey || !publicKey || !apiKey || !hmacSecret) return null;
  const integrations = new Map<ProviderMethod, number>();
  const setIntegration = (method: ProviderMethod, id: number | undefined) => {
    if (id !== undefined) integrations.set(method, id);
  };
  setIntegration('card', environment.PAYMOB_CARD_INTEGRATION);
  setIntegration('wallet', environment.PAYMOB_WALLET_INTEGRATION);
  setIntegration('instalments', environment.PAYMOB_INSTALMENTS_INTEGRATION);
  if (integrations.size === 0) return null;
  const call = (path: string, options?: Parameters<typeof callProvider>[2]) =>
    callProvider('paymob', `${api}${path}`, options);
  const bySecretKey = { authorization: `Token ${secretKey}` };

  /** The token of the calls that look something up; it holds for an hour, and is asked for each time. */
  async function token(): Promise<string> {
    const answer = await call('/api/auth/tokens', { method: 'POST', body: { api_key: apiKey } });
    return z.object({ token: z.string() }).parse(answer).token;
  }

  const checkKeys = async () => {
    await token();
  };

  async function start(payment: PaymentToStart) {
    const integration = integrations.get(payment.method);
    if (integration === undefined) throw new ProviderError('paymob', { type: 'no integration' });
    const answer = await call('/v1/intention/', {
      method: 'POST',
      headers: bySecretKey,
      body: {
        amount: payment.amount,
        currency: payment.currency,
        payment_methods: [integration],
        items: [
          {
            name: `Order ${payment.number}`,
            amount: payment.amount,
            description: payment.number,
            quantity: 1,
          },
        ],
        billing_data: billingData(payment),
        // Paymob takes a reference once, also when its answer got lost.
        special_reference: `${payment.paymentId}-${randomBytes(4).toString('hex')}`,
        expiration: Math.max(payment.expiresAt - Math.floor(Date.now() / 1_000), 60),
        notification_url: payment.callbackUrl,
        redirection_url: payment.paidUrl,
      },
    });
    const { client_secret: clientSecret, intention_order_id } = intention.parse(answer);
    const page = new URL(`${api}/unifiedcheckout/`);
    page.searchParams.set('publicKey', publicKey ?? '');
    page.searchParams.set('clientSecret', clientSecret);
    return { sessionId: String(intention_order_id), url: page.href };
  }

  async function read(sessionId: string, over: boolean): Promise<PaymentEvent | null> {
    const answer = await call('/api/ecommerce/orders/transaction_inquiry', {
      method: 'POST',
      body: { auth_token: await token(), order_id: sessionId },
    }).catch((error: unknown) => {
      if (error instanceof ProviderError && error.status === 404) return null;
      throw error;
    });
    const transaction = answer === null ? null : transactionSchema.parse(answer);
    if (transaction) return transactionEvent(transaction, 'look');
    if (!over) return null;
    return { eventId: `paymob:${sessionId}:over`, kind: 'look', outcome: 'closed', sessionId };
  }

  async function readTransaction(id: string): Promise<Transaction> {
    const headers = { authorization: `Bearer ${await token()}` };
    return transactionSchema.parse(await call(`/api/acceptance/transactions/${id}`, { headers }));
  }

  /**
   * Paymob has no key under which a refund is made once. What went back is read first, so that one whose answer got
   * lost is not made again.
   */
  async function refund({
    id,
    sessionId,
    transactionId,
    amount,
    back,
    attempt,
    reference,
  }: RefundToMake): Promise<PaymentEvent[]> {
    const fields = { kind: 'refund', refundId: id, sessionId, transactionId, amount };
    if (reference) {
      const { pending, success, currency } = await readTransaction(reference);
      return [
        {
          ...fields,
          eventId: `paymob:${reference}:${pending}:${success}`,
          outcome: pending ? 'refund_pending' : success ? 'refunded' : 'refund_failed',
          reference,
          currency,
        },
      ];
    }
    const paid = await readTransaction(transactionId);
    const wentBack = paid.refunded_amount_cents ?? 0;
    if (wentBack >= back + amount) {
      return [
        {
          ...fields,
          eventId: `paymob:${id}:${attempt}:found`,
          outcome: 'refunded',
          reference: `${transactionId}:${wentBack}`,
          currency: paid.currency,
        },
      ];
    }
    try {
      const answer = await call('/api/acceptance/void_refund/refund', {
        method: 'POST',
        headers: bySecretKey,
        body: { transaction_id: transactionId, amount_cents: amount },
      });
      const made = refundAnswer.parse(answer);
      return [
        {
          ...fields,
          eventId: `paymob:${made.id}:${made.pending}:${made.success}`,
          outcome: made.pending ? 'refund_pending' : made.success ? 'refunded' : 'refund_failed',
          reference: String(made.id),
          currency: paid.currency,
        },
      ];
    } catch (error) {
      if (!(error instanceof ProviderError && error.isRefusal)) throw error;
      return [{ ...fields, eventId: `paymob:${id}:${attempt}:refused`, outcome: 'refund_failed' }];
    }
  }

  async function parseCallback({ body, query }: ProviderCallback): Promise<PaymentEvent | null> {
    const callback = callbackSchema.safeParse(jsonOf(body));
    const transaction = transactionSchema.safeParse(callback.data?.obj);
    // Tokens of saved cards are announced too; nothing is saved here.
    if (callback.data?.type === 'TOKEN') return null;
    if (
      !transaction.success ||
      !isSigned('sha512', hmacSecret ?? '', signedText(transaction.data), query.get('hmac') ?? '')
    )
      throw new ForgedCallback();
    return transactionEvent(transaction.data, callback.data?.type ?? 'TRANSACTION');
  }

  const methods = [...integrations.keys()];
  const isTest = secretKey.includes('_test_');
  return { name: 'paymob', isTest, methods, start, read, refund, parseCallback, checkKeys };
}

/** Outcome of a transaction; null while it is pending. Only fields that Paymob signs decide it. */
function transactionEvent(transaction: Transaction, kind: string): PaymentEvent | null {
  const { id, order, pending, success, has_parent_transaction, amount_cents, currency } = transaction;
  if (pending) return null;
  const fields = { kind, sessionId: String(order.id), amount: amount_cents, currency };
  if (!has_parent_transaction) {
    return {
      ...fields,
      eventId: `paymob:${id}:${success}`,
      outcome: success ? 'paid' : 'declined',
      transactionId: String(id),
    };
  }
  // Made by us or at Paymob's own desk. One that failed there is nothing to book.
  return success
    ? { ...fields, eventId: `paymob:${id}:false:true`, outcome: 'refunded', reference: String(id) }
    : null;
}

/** The values that Paymob signs, in its order. */
function signedText(transaction: Transaction): string {
  const { source_data } = transaction;
  return [
    transaction.amount_cents,
    transaction.created_at,
    transaction.currency,
    transaction.error_occured,
    transaction.has_parent_transaction,
    transaction.id,
    transaction.integration_id,
    transaction.is_3d_secure,
    transaction.is_auth,
    transaction.is_capture,
    transaction.is_refunded,
    transaction.is_standalone_payment,
    transaction.is_voided,
    transaction.order.id,
    transaction.owner,
    transaction.pending,
    source_data.pan ?? '',
    source_data.sub_type ?? '',
    source_data.type ?? '',
    transaction.success,
  ].join('');
}

/** Paymob refuses a payment without names, email and phone number. */
function billingData({ name, email, phone, number }: PaymentToStart) {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return {
    first_name: first || number,
    last_name: others.join(' ') || 'NA',
    email: email || 'NA',
    phone_number: phone || 'NA',
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
